import type { Refusal } from '../refusal.ts'
import type { Parsed } from './parse-input.ts'

const waitSecondsMax = 600

/**
 * Seconds for which the client prefers to wait for the end of what it asks for (`Prefer: wait=60`,
 * RFC 7240), 0 when it does not say, 600 at most. Other preferences and parameters are not looked at.
 */
export function waitPreferenceOf(request: Request): Parsed<number> {
  const preferences = request.headers.get('prefer')?.match(preferencePattern) ?? []
  // Of a preference that is given twice the first counts.
  const wait = preferences.find((preference) => /^\s*wait\s*(?:[=;]|$)/i.test(preference))
  if (wait === undefined) return { ok: true, value: 0 }
  const seconds = /^\s*wait\s*=\s*("?)(\d+)\1\s*(?:;|$)/i.exec(wait)?.[2]
  if (seconds === undefined) return { ok: false, refusal: preferInvalid }
  return { ok: true, value: Math.min(Number(seconds), waitSecondsMax) }
}

// Preferences are parted by commas, except within quotation marks.
const preferencePattern = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g

const preferInvalid: Refusal = {
  status: 400,
  code: 'prefer_invalid',
  detail: 'The preference "wait" takes a whole number of seconds, as in "Prefer: wait=60".',
}
