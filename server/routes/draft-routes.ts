import type { Hono } from 'hono'
import { addRoute } from '../add-route.ts'
import { changeDraft } from '../drafts/change-draft.ts'
import { deleteDraft } from '../../shared/postgres/delete-draft.ts'
import { readDraft } from '../drafts/read-draft.ts'
import { readDraftChange } from '../drafts/read-draft-change.ts'
import { retryDraft } from '../drafts/retry-draft.ts'
import { refuse } from '../problem-response.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { ownedOf } from '../requests/owned-of.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** One draft: reading, changing, deleting it, and trying again after a failure. */
export function addDraftRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/drafts/:id', {
    GET: (c) => answerDraft(c, context, 200),
    PATCH: (c) => change(c, context),
    DELETE: (c) => remove(c, context),
  })
  addRoute(app, '/v1/drafts/:id/retry', { POST: (c) => retry(c, context) })
}

async function answerDraft(
  c: AppContext,
  { sql }: ServerContext,
  status: 200 | 202,
): Promise<Response> {
  const owned = ownedOf(c)
  const draft = owned && (await readDraft(sql, owned))
  return draft ? c.json({ draft }, status) : refuse(c, notFound)
}

async function change(c: AppContext, context: ServerContext): Promise<Response> {
  const owned = ownedOf(c)
  if (!owned) return refuse(c, notFound)
  const wanted = await readDraftChange(c.req.raw)
  if (!wanted.ok) return refuse(c, wanted.refusal)
  const answer = await changeDraft(context.sql, owned, wanted.value)
  switch (answer) {
    case 'changed':
      return answerDraft(c, context, 200)
    case 'moved on':
      return refuse(c, draftChanged)
    case 'writing':
      return refuse(c, draftWriting)
    case 'not found':
      return refuse(c, notFound)
  }
}

const draftChanged: Refusal = {
  status: 409,
  code: 'draft_changed',
  detail: 'The draft has changed since it was read. Read it again before changing it.',
}

const draftWriting: Refusal = {
  status: 409,
  code: 'draft_writing',
  detail: 'The script of this draft is still being written.',
}

async function remove(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const owned = ownedOf(c)
  const answer = owned ? await deleteDraft(sql, owned) : 'not found'
  switch (answer) {
    case 'deleted':
      return c.body(null, 204)
    case 'render running':
      return refuse(c, {
        status: 409,
        code: 'render_running',
        detail: 'The draft is being rendered. Cancel the render before deleting the draft.',
      })
    case 'not found':
      return refuse(c, notFound)
  }
}

async function retry(c: AppContext, context: ServerContext): Promise<Response> {
  const owned = ownedOf(c)
  const answer = owned ? await retryDraft(context.sql, owned) : 'not found'
  switch (answer) {
    case 'retried':
      return answerDraft(c, context, 202)
    case 'not failed':
      return refuse(c, {
        status: 409,
        code: 'draft_not_failed',
        detail: 'Only a draft whose script could not be written can be tried again.',
      })
    case 'not found':
      return refuse(c, notFound)
  }
}
