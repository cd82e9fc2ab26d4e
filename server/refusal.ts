/** Why a request is not carried out: an expected outcome, told to the client as a problem. */
export type Refusal = {
  status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 416 | 422 | 500 | 502 | 503
  code: string
  /** One sentence that may be shown to people. */
  detail: string
  /** Where to look instead. */
  location?: string
  headers?: Record<string, string>
  /** More members of the problem, beside the standard ones. */
  members?: Record<string, unknown>
}

export const notFound: Refusal = {
  status: 404,
  code: 'not_found',
  detail: 'There is nothing at this address.',
}

export const databaseUnavailable: Refusal = {
  status: 503,
  code: 'database_unavailable',
  detail: 'The database cannot be reached at the moment. Please try again soon.',
  headers: { 'Retry-After': '5' },
}
