import type { Hono } from 'hono'
import * as v from 'valibot'
import { addRoute } from '../add-route.ts'
import { createDraft } from '../drafts/create-draft.ts'
import { cursorOf, positionOf } from '../drafts/list-cursor.ts'
import { listDrafts } from '../drafts/list-drafts.ts'
import { readDraft } from '../drafts/read-draft.ts'
import { readNewDraft } from '../drafts/read-new-draft.ts'
import { refuse } from '../problem-response.ts'
import { parseInput } from '../requests/parse-input.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** All drafts of an account, and new ones. */
export function addDraftListRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/drafts', {
    GET: (c) => list(c, context),
    POST: (c) => create(c, context),
  })
}

const listQuerySchema = v.object({
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'must be a number from 1 to 100'),
      v.transform(Number),
      v.minValue(1, 'must be a number from 1 to 100'),
      v.maxValue(100, 'must be a number from 1 to 100'),
    ),
    '30',
  ),
  cursor: v.optional(v.string()),
})

async function list(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const query = parseInput(listQuerySchema, c.req.query(), 'query_invalid')
  if (!query.ok) return refuse(c, query.refusal)
  const { cursor, limit } = query.value
  const after = cursor === undefined ? undefined : positionOf(cursor)
  if (cursor !== undefined && !after) {
    return refuse(c, {
      status: 422,
      code: 'query_invalid',
      detail: 'The cursor must be one that an earlier page has given.',
    })
  }
  const page = await listDrafts(sql, { accountId: c.get('accountId'), limit, after })
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
