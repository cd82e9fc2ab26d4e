import type { Hono } from 'hono'
import { type DeadJobs, dismissDeadJobs } from '../../shared/postgres/dead-letters.ts'
import { redriveDeadJobs } from '../../shared/postgres/redrive-dead-jobs.ts'
import { addRoute } from '../add-route.ts'
import { deadPositionSchema, listDeadJobs } from '../admin/list-dead-jobs.ts'
import { readDeadJobs } from '../admin/read-dead-jobs.ts'
import { noSuchDeadJob } from '../admin/no-such-dead-job.ts'
import { refuse } from '../problem-response.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { cursorOf } from '../requests/list-cursor.ts'
import { operatorsOnly } from '../requests/operators-only.ts'
import { readListQuery } from '../requests/read-list-query.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** What operators may do: see the dead jobs of all accounts, give them another life or put them away. */
export function addAdminRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  app.use('/v1/admin/*', operatorsOnly())
  addRoute(app, '/v1/admin/dead-jobs', { GET: (c) => list(c, context) })
  addRoute(app, '/v1/admin/dead-jobs/redrive', { POST: (c) => redrive(c, context) })
  addRoute(app, '/v1/admin/dead-jobs/dismiss', { POST: (c) => dismiss(c, context) })
}

async function list(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const query = readListQuery(c, deadPositionSchema)
  if (!query.ok) return refuse(c, query.refusal)
  const { deadJobs, next } = await listDeadJobs(sql, query.value)
  return c.json({ deadJobs, nextCursor: next ? cursorOf(next) : null })
}

async function redrive(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const which = await readDeadJobs(c.req.raw)
  if (!which.ok) return refuse(c, which.refusal)
  const redrives = await redriveDeadJobs(sql, which.value)
  if (redrives.length === 0 && which.value !== 'all') return refuse(c, missing(which.value))
  return c.json({ redrives })
}

async function dismiss(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const which = await readDeadJobs(c.req.raw)
  if (!which.ok) return refuse(c, which.refusal)
  const jobIds = await dismissDeadJobs(sql, which.value)
  if (jobIds.length === 0 && which.value !== 'all') return refuse(c, missing(which.value))
  return c.json({ jobIds })
}

function missing(which: Exclude<DeadJobs, 'all'>): Refusal {
  return { ...notFound, detail: noSuchDeadJob(which) }
}
