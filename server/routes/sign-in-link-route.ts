import type { Hono } from 'hono'
import { createSignInLink } from '../../shared/postgres/create-sign-in-link.ts'
import { addRoute } from '../add-route.ts'
import { originOf } from '../requests/origin-of.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** A one-time link with which the holder of an API key signs a browser in. */
export function addSignInLinkRoute(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/sign-in-links', { POST: (c) => newLink(c, context) })
}

async function newLink(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const link = { accountId: c.get('accountId'), origin: originOf(c.req.raw) }
  const url = await createSignInLink(sql, link)
  return c.json({ url }, 201)
}
