import { createMiddleware } from 'hono/factory'
import { refuse } from '../problem-response.ts'
import type { Refusal } from '../refusal.ts'
import type { AppEnv, ServerContext } from '../server-context.ts'
import { authenticate } from './authenticate.ts'
import { isCrossOrigin } from './is-cross-origin.ts'

/** Lets a request through to the API only with an account, and tells the routes which one. */
export function guardApi({ sql }: Pick<ServerContext, 'sql'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const identity = await authenticate(sql, c.req.raw)
    if (!identity) {
      c.res = refuse(c, unauthorized)
      return
    }
    c.set('accountId', identity.accountId)
    c.set('isOperator', identity.isOperator)
    if (identity.by === 'session' && isForeignChange(c.req.raw)) {
      c.res = refuse(c, crossOrigin)
      return
    }
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
}

const unauthorized: Refusal = {
  status: 401,
  code: 'unauthorized',
  detail: 'Sign in, or send an API key as "Authorization: Bearer mk_…".',
  headers: { 'WWW-Authenticate': 'Bearer' },
}

const crossOrigin: Refusal = {
  status: 403,
  code: 'cross_origin',
  detail: 'Pages of other websites may not change anything here.',
}

function isForeignChange(request: Request): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && isCrossOrigin(request)
}
