import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { retryAfterMs } from '../page-reader/retry-after-ms.ts'

export type ModelFailure = {
  ok: false
  code: ModelFailureCode
  sentence: string
  /** True when the same request may succeed later. */
  retryable: boolean
  /** What the provider asked to wait. */
  retryAfterMs?: number
  /** For operators: what the network or the provider's server said, in codes. */
  evidence?: { status?: number; cause?: string }
}

export type ModelFailureCode = keyof typeof failures

const failures = {
  provider_rate_limited: { sentence: 'The model provider is busy.', retryable: true },
  provider_unavailable: { sentence: 'The model provider cannot be reached.', retryable: true },
  provider_timeout: { sentence: 'The model provider took too long to answer.', retryable: true },
  provider_rejected: { sentence: 'The model provider refused the request.', retryable: false },
  content_refused: { sentence: 'The model declined to write about this page.', retryable: false },
  script_invalid: { sentence: 'The model wrote no usable script for this page.', retryable: false },
} as const

/** A failure by its code; the provider's own words stay out of it, since they may quote the key. */
export function modelFailure(
  code: ModelFailureCode,
  details: Pick<ModelFailure, 'retryAfterMs' | 'evidence'> = {},
): ModelFailure {
  return { ok: false, code, ...failures[code], ...details }
}

/** Sorts an error that a call to the provider ended with. */
export function modelFailureOf(error: unknown): ModelFailure {
  if (error instanceof APIConnectionTimeoutError) return modelFailure('provider_timeout')
  if (error instanceof APIConnectionError || !(error instanceof APIError)) {
    return modelFailure('provider_unavailable', { evidence: { cause: innermostCodeOf(error) } })
  }
  const status: unknown = error.status
  const waitMs = retryAfterMs(
    error.headers instanceof Headers ? error.headers.get('retry-after') : null,
  )
  const details = {
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    ...(typeof status === 'number' && { evidence: { status } }),
  }
  return modelFailure(codeOf(error, status), details)
}

function codeOf(error: APIError, status: unknown): ModelFailureCode {
  if (isRefusal(error.code)) return 'content_refused'
  if (error.code === 'insufficient_quota') return 'provider_rejected'
  if (status === 429) return 'provider_rate_limited'
  const mayPass = typeof status !== 'number' || status >= 500 || status === 408 || status === 409
  return mayPass ? 'provider_unavailable' : 'provider_rejected'
}

// Of an error that wraps others the last one says what happened: ECONNREFUSED, ENOTFOUND.
function innermostCodeOf(error: unknown): string {
  let code = error instanceof Error ? error.name : 'unknown'
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string') code = inner.code
  }
  return code
}

function isRefusal(code: string | null | undefined): boolean {
  return code === 'content_policy_violation' || code === 'content_filter'
}
