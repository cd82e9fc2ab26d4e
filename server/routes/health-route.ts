import type { Hono } from 'hono'
import { addRoute } from '../add-route.ts'
import { refuse } from '../problem-response.ts'
import { databaseUnavailable } from '../refusal.ts'
import { pause } from '../events/pause.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

const answerWithinMs = 3000

/** Tells a supervisor or a load balancer whether this server can serve. Needs no account. */
export function addHealthRoute(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/healthz', { GET: (c) => health(c, context) })
}

async function health(c: AppContext, { sql, stopping }: ServerContext): Promise<Response> {
  const answer = sql`select 1`.then(
    () => true,
    () => false,
  )
  const isHealthy = await Promise.race([answer, pause(answerWithinMs, stopping)])
  if (isHealthy) return c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' })
  return refuse(c, databaseUnavailable)
}
