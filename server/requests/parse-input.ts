import * as v from 'valibot'
import type { Refusal } from '../refusal.ts'

export type Parsed<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Checks what a client sent against a schema; the refusal's sentence names the first problem. */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  code = 'body_invalid',
): Parsed<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, input, { abortEarly: true })
  if (parsed.success) return { ok: true, value: parsed.output }
  const [issue] = parsed.issues
  return { ok: false, refusal: { status: 422, code, detail: sentenceOf(issue) } }
}

/** One sentence about an issue, such as "Scene 3: caption must have at most 120 characters." */
function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map((item) => item.key)
  const [place, field] = placeOf(keys)
  const said = field === undefined ? `${reasonOf(issue)}.` : `${field} ${reasonOf(issue)}.`
  if (place !== undefined) return `${place}: ${said}`
  return capitalized(field === undefined ? `the request ${said}` : said)
}

function placeOf(keys: unknown[]): [place: string | undefined, field: string | undefined] {
  const position = keys.findIndex((key) => typeof key === 'number')
  const fields = keys.slice(position + 1).filter((key) => typeof key === 'string')
  const field = fields.at(-1)
  if (position >= 0) return [`Scene ${Number(keys[position]) + 1}`, field]
  const parents = fields.slice(0, -1)
  return [parents[0] === undefined ? undefined : capitalized(parents[0]), field]
}

function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'is not known here'
  if (issue.received === 'undefined') return 'is missing'
  switch (issue.type) {
    case 'picklist':
      return `must be one of ${(issue.expected ?? '').replaceAll(/[()"]/g, '').replaceAll(' | ', ', ')}`
    case 'boolean':
      return 'must be true or false'
    case 'array':
      return 'must be a list'
    case 'strict_object':
      return 'must be a JSON object'
    case 'string':
      return 'must be text'
    case 'safe_integer':
    case 'number':
      return issue.message.startsWith('must') ? issue.message : 'must be a whole number'
    default:
      return /^(must|contains)/.test(issue.message) ? issue.message : 'is not valid'
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
