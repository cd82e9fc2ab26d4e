import type { Hono } from 'hono'
import { redriveDeadJobs } from '../../shared/postgres/redrive-dead-jobs.ts'
import { addRoute } from '../add-route.ts'
import { deadPositionSchema, listDeadJobs } from '../admin/list-dead-jobs.ts'
import { readRedrive } from '../admin/read-redrive.ts'
import { refuse } from '../problem-response.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { cursorOf } from '../requests/list-cursor.ts'
import { operatorsOnly } from '../requests/operators-only.ts'
import { readListQuery } from '../requests/read-list-query.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** What operators may do: see the dead jobs of all accounts and give them another life. */
export function addAdminRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  app.use('/v1/admin/*', operatorsOnly())
  addRoute(app, '/v1/admin/dead-jobs', { GET: (c) => list(c, context) })
  addRoute(app, '/v1/admin/dead-jobs/redrive', { POST: (c) => redrive(c, context) })
}

async function list(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const query = readListQuery(c, deadPositionSchema)
  if (!query.ok) return refuse(c, query.refusal)
  const { deadJobs, next } = await listDeadJobs(sql, query.value)
  return c.json({ deadJobs, nextCursor: next ? cursorOf(next) : null })
}

async function redrive(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const which = await readRedrive(c.req.raw)
  if (!which.ok) return refuse(c, which.refusal)
  const redrives = await redriveDeadJobs(sql, which.value)
  const isUnknown = which.value !== 'all' && redrives.length === 0
  return isUnknown ? refuse(c, noSuchDeadJob) : c.json({ redrives })
}

const noSuchDeadJob: Refusal = { ...notFound, detail: 'There is no such dead job.' }
