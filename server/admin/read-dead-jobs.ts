import * as v from 'valibot'
import type { DeadJobs } from '../../shared/postgres/dead-letters.ts'
import { safeText } from '../../shared/text.ts'
import { type Parsed, parseInput } from '../requests/parse-input.ts'
import { readJsonBody } from '../requests/read-json-body.ts'

const deadJobsSchema = v.strictObject({
  id: v.optional(v.pipe(v.number(), v.safeInteger('must be a whole number'))),
  kind: v.optional(safeText({ charsMin: 1, charsMax: 40 })),
  all: v.optional(v.literal(true, 'must be true')),
})

/** Which dead jobs a request means: exactly one of `id`, `kind` and `all`. */
export async function readDeadJobs(request: Request): Promise<Parsed<DeadJobs>> {
  const body = await readJsonBody(request)
  if (!body.ok) return body
  const parsed = parseInput(deadJobsSchema, body.value)
  if (!parsed.ok) return parsed
  const { id, kind } = parsed.value
  if (Object.keys(parsed.value).length !== 1) return notOne
  if (id !== undefined) return { ok: true, value: { id } }
  return { ok: true, value: kind === undefined ? 'all' : { kind } }
}

const notOne: Parsed<never> = {
  ok: false,
  refusal: {
    status: 422,
    code: 'body_invalid',
    detail: 'The request must have exactly one of "id", "kind" and "all".',
  },
}
