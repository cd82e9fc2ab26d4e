import type { Hono } from 'hono'
import { addRoute } from '../add-route.ts'
import { createDraft } from '../drafts/create-draft.ts'
import { listDrafts } from '../drafts/list-drafts.ts'
import { readDraft } from '../drafts/read-draft.ts'
import { readNewDraft } from '../drafts/read-new-draft.ts'
import { listPositionSchema } from '../drafts/select-drafts.ts'
import { refuse } from '../problem-response.ts'
import { cursorOf } from '../requests/list-cursor.ts'
import { readListQuery } from '../requests/read-list-query.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** All drafts of an account, and new ones. */
export function addDraftListRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/drafts', {
    GET: (c) => list(c, context),
    POST: (c) => create(c, context),
  })
}

async function list(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const query = readListQuery(c, listPositionSchema)
  if (!query.ok) return refuse(c, query.refusal)
  const page = await listDrafts(sql, { accountId: c.get('accountId'), ...query.value })
  return c.json({ drafts: page.drafts, nextCursor: page.next ? cursorOf(page.next) : null })
}

async function create(c: AppContext, { sql, allowedHosts }: ServerContext): Promise<Response> {
  const ownHosts = [new URL(c.req.url).host]
  const newDraft = await readNewDraft(c.req.raw, { allowedHosts, ownHosts })
  if (!newDraft.ok) return refuse(c, newDraft.refusal)
  const accountId = c.get('accountId')
  const id = await createDraft(sql, accountId, newDraft.value)
  const draft = await readDraft(sql, { id, accountId })
  if (!draft) throw new Error('Cannot find the draft that was just created')
  return c.json({ draft }, 202, { Location: `/v1/drafts/${id}` })
}
