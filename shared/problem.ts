import * as v from 'valibot'

/** An error as the API tells it (RFC 9457), with a stable `code` and one sentence in `detail`. */
export const problemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail: v.string(),
  requestId: v.optional(v.string()),
  /** Where to look instead, such as the running render of a 409. */
  location: v.optional(v.string()),
  /** Credits, of a 402: what the account has, and what was asked for costs. */
  balance: v.optional(v.number()),
  price: v.optional(v.number()),
})
export type Problem = v.InferOutput<typeof problemSchema>

/** Why a draft or a render failed, as its owner sees it. */
export const faultSchema = v.object({
  code: v.string(),
  sentence: v.string(),
  stage: v.nullable(v.string()),
  /** True when the same request may succeed later without a change by the user. */
  retryable: v.boolean(),
})
export type Fault = v.InferOutput<typeof faultSchema>
