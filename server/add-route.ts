import type { Hono } from 'hono'
import { refuse } from './problem-response.ts'
import type { AppContext, AppEnv } from './server-context.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type RouteHandler = (c: AppContext) => Response | Promise<Response>

/** Adds a path with all of its methods; every other method is answered 405 with `Allow`. */
export function addRoute(
  app: Hono<AppEnv>,
  path: string,
  handlers: Partial<Record<Method, RouteHandler>>,
): void {
  const methods = Object.keys(handlers)
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler)
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  app.all(path, (c) =>
    refuse(c, {
      status: 405,
      code: 'method_not_allowed',
      detail: `This address takes ${allow.join(', ')} only.`,
      headers: { Allow: allow.join(', ') },
    }),
  )
}
