import type { Problem } from '../shared/problem.ts'
import { isDatabaseUnavailable } from '../shared/postgres/is-database-unavailable.ts'
import { databaseUnavailable, type Refusal } from './refusal.ts'
import type { AppContext } from './server-context.ts'

const titles: Record<Refusal['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** The refusal as `application/problem+json` (RFC 9457). */
export function problemResponse(requestId: string, refusal: Refusal): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: titles[refusal.status],
    status: refusal.status,
    code: refusal.code,
    detail: refusal.detail,
    requestId,
    ...(refusal.location !== undefined && { location: refusal.location }),
  }
  return new Response(JSON.stringify({ ...refusal.members, ...problem }), {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(refusal.location !== undefined && { Location: refusal.location }),
      ...refusal.headers,
    },
  })
}

/** The same, for a request at hand. */
export function refuse(c: AppContext, refusal: Refusal): Response {
  return problemResponse(c.get('requestId'), refusal)
}

/** What a thrown error means to the client. Its message is for the log only. */
export function refusalOfError(error: unknown): Refusal {
  if (isDatabaseUnavailable(error)) return databaseUnavailable
  return {
    status: 500,
    code: 'internal_error',
    detail: 'Something went wrong on our side. Please try again.',
  }
}
