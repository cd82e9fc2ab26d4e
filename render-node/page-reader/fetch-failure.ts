import { errors } from 'undici'
import type { AddressRefusal, AddressRefusalCode } from '../../shared/page-address.ts'

export type FetchFailure = {
  ok: false
  code: FetchFailureCode | AddressRefusalCode
  sentence: string
  /** True when the same request may succeed later. */
  retryable: boolean
  retryAfterMs?: number
}

export type FetchFailureCode = keyof typeof failureSentences

const failureSentences = {
  fetch_failed: 'The page could not be reached.',
  fetch_timeout: 'The page took too long to answer.',
  fetch_too_large: 'The page is larger than 2 MiB.',
  fetch_decompressed_too_large: 'The page is larger than 2 MiB once it is unpacked.',
  fetch_encoding_not_allowed: 'The page is packed in a way that was not asked for.',
  fetch_bad_status: 'The page is not there.',
  fetch_content_type_not_allowed: 'The address leads to something other than a web page.',
  fetch_redirect_limit: 'The page redirects too often.',
  fetch_bad_response: 'The server of the page does not answer in proper HTTP.',
  fetch_tls_error: 'The certificate of the page cannot be trusted.',
} as const

/** A server that sent one informational answer after the other. */
export class ChattyServerError extends Error {}

/** Says why a page was not fetched, for an expected outcome that is known by its code. */
export function fetchFailure(
  code: FetchFailureCode,
  details: Partial<Pick<FetchFailure, 'sentence' | 'retryable' | 'retryAfterMs'>> = {},
): FetchFailure {
  const retryable = code === 'fetch_failed' || code === 'fetch_timeout'
  return { ok: false, code, sentence: failureSentences[code], retryable, ...details }
}

/** A refused address as a failed fetch: no later try can change it. */
export function refusedFetch(refusal: AddressRefusal): FetchFailure {
  return { ...refusal, retryable: false }
}

/** Sorts an error that was thrown while a page was fetched. */
export function fetchFailureOf(error: unknown): FetchFailure {
  if (isTlsError(error)) return fetchFailure('fetch_tls_error')
  return fetchFailure(isMalformedAnswer(error) ? 'fetch_bad_response' : 'fetch_failed')
}

function isTlsError(error: unknown): boolean {
  return /^(?:CRL_|ERR_TLS_|ERR_SSL_|EPROTO$)|CERT|INVALID_CA/.test(errorCodeOf(error))
}

// undici answers a server that talks out of turn with a plain socket error, and a body that ends too
// early with a parser error: only their words tell them apart.
function isMalformedAnswer(error: unknown): boolean {
  const code = errorCodeOf(error)
  if (error instanceof errors.HTTPParserError) return !/\beof\b/i.test(error.message)
  if (error instanceof errors.SocketError) return error.message === 'bad response'
  return (
    code.startsWith('Z_') ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    error instanceof ChattyServerError
  )
}

function errorCodeOf(error: unknown): string {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return hasCode ? String(error.code) : ''
}
