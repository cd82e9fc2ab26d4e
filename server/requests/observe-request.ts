import { createMiddleware } from 'hono/factory'
import type { AppEnv, ServerContext } from '../server-context.ts'

const contentSecurityPolicy = [
  "default-src 'self'",
  // The player and its previews set their sizes by style attributes and elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Gives every request an id, every answer its safety headers, and the log one line about both. */
export function observeRequest({ log }: Pick<ServerContext, 'log'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const startedAt = performance.now()
    c.set('requestId', crypto.randomUUID())
    await next()
    const { headers } = c.res
    headers.set('X-Request-Id', c.get('requestId'))
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'no-referrer')
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', contentSecurityPolicy)
    }
    log('request.answered', {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
      requestId: c.get('requestId'),
      accountId: c.get('accountId'),
    })
  })
}
