import * as v from 'valibot'

/** A whole number in an environment variable, within a range, with a default. */
export function wholeNumber(range: { min: number; max: number; fallback: number }) {
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, 'must be a whole number'),
      v.transform(Number),
      v.minValue(range.min, `must be at least ${range.min}`),
      v.maxValue(range.max, `must be at most ${range.max}`),
    ),
    String(range.fallback),
  )
}
