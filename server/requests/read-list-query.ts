import * as v from 'valibot'
import type { AppContext } from '../server-context.ts'
import { positionOf } from './list-cursor.ts'
import { type Parsed, parseInput } from './parse-input.ts'

const limitSentence = 'must be a number from 1 to 100'

const listQuerySchema = v.object({
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, limitSentence),
      v.transform(Number),
      v.minValue(1, limitSentence),
      v.maxValue(100, limitSentence),
    ),
    '30',
  ),
  cursor: v.optional(v.string()),
})

/** `limit` and `cursor` of a list's address; `after` is the position that the cursor stands for. */
export function readListQuery<Schema extends v.GenericSchema>(
  c: AppContext,
  positionSchema: Schema,
): Parsed<{ limit: number; after: v.InferOutput<Schema> | undefined }> {
  const query = parseInput(listQuerySchema, c.req.query(), 'query_invalid')
  if (!query.ok) return query
  const { cursor, limit } = query.value
  if (cursor === undefined) return { ok: true, value: { limit, after: undefined } }
  const after = positionOf(positionSchema, cursor)
  if (after !== undefined) return { ok: true, value: { limit, after } }
  const detail = 'The cursor must be one that an earlier page has given.'
  return { ok: false, refusal: { status: 422, code: 'query_invalid', detail } }
}
