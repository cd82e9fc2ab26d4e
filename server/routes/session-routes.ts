import type { Hono } from 'hono'
import { addRoute } from '../add-route.ts'
import { endSession } from '../sessions/end-session.ts'
import { sessionCookie, sessionTokenOf } from '../sessions/session-cookie.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** Who is signed in, and signing out. */
export function addSessionRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/session', { GET: (c) => session(c, context) })
  addRoute(app, '/v1/session/sign-out', { POST: (c) => signOut(c, context) })
}

async function session(c: AppContext, { sql, writer }: ServerContext): Promise<Response> {
  const [account] = await sql<{ name: string; balance: number }[]>`
    select name, balance from accounts where id = ${c.get('accountId')}`
  if (!account) throw new Error('Cannot find the account of a session')
  return c.json({ accountName: account.name, balance: account.balance, writer })
}

async function signOut(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const token = sessionTokenOf(c.req.raw)
  if (token !== undefined) await endSession(sql, token)
  return c.body(null, 204, { 'Set-Cookie': sessionCookie(c.req.raw, '') })
}
