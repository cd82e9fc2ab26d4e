import type { Hono } from 'hono'
import { cancelRender } from '../../shared/postgres/cancel-render.ts'
import { startRender } from '../../shared/postgres/start-render.ts'
import { addRoute } from '../add-route.ts'
import { refuse } from '../problem-response.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { readRender } from '../renders/read-render.ts'
import * as v from 'valibot'
import { type Owned, ownedOf } from '../requests/owned-of.ts'
import { parseInput } from '../requests/parse-input.ts'
import { readOptionalJsonBody } from '../requests/read-json-body.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** Renders: starting, reading and cancelling one. */
export function addRenderRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/drafts/:id/renders', { POST: (c) => start(c, context) })
  addRoute(app, '/v1/renders/:id', {
    GET: (c) => read(c, context),
    DELETE: (c) => cancel(c, context),
  })
}

async function start(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const body = await readOptionalJsonBody(c.req.raw)
  if (!body.ok) return refuse(c, body.refusal)
  const options = parseInput(v.strictObject({}), body.value)
  if (!options.ok) return refuse(c, options.refusal)
  const owned = ownedOf(c)
  const answer = owned ? await startRender(sql, owned) : { outcome: 'not found' as const }
  switch (answer.outcome) {
    case 'started':
      return answerStarted(c, sql, answer.renderId)
    case 'running':
      return refuse(c, { ...renderRunning, location: `/v1/renders/${answer.renderId}` })
    case 'not ready':
      return refuse(c, draftNotReady)
    case 'not found':
      return refuse(c, notFound)
  }
}

async function answerStarted(
  c: AppContext,
  sql: ServerContext['sql'],
  renderId: string,
): Promise<Response> {
  const render = await readRender(sql, { id: renderId, accountId: c.get('accountId') })
  if (!render) throw new Error('Cannot find the render that was just started')
  const { self: status, events, video } = render.links
  return c.json({ render, links: { status, events, video } }, 202, { Location: status })
}

const renderRunning: Refusal = {
  status: 409,
  code: 'render_running',
  detail: 'This draft is being rendered already.',
}

const draftNotReady: Refusal = {
  status: 409,
  code: 'draft_not_ready',
  detail: 'This draft has no finished script to render yet.',
}

async function read(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const owned = ownedOf(c)
  const render = owned && (await readRender(sql, owned))
  return render ? c.json({ render }) : refuse(c, notFound)
}

async function cancel(c: AppContext, { sql }: ServerContext): Promise<Response> {
  const owned = ownedOf(c)
  const answer = owned ? await cancelRender(sql, owned) : 'not found'
  switch (answer) {
    case 'cancelled':
    case 'requested':
      return answerCancelled(c, sql, owned)
    case 'publishing':
      return refuse(c, renderPublishing)
    case 'ended':
      return refuse(c, renderEnded)
    case 'not found':
      return refuse(c, notFound)
  }
}

async function answerCancelled(
  c: AppContext,
  sql: ServerContext['sql'],
  owned: Owned | undefined,
): Promise<Response> {
  const render = owned && (await readRender(sql, owned))
  return render ? c.json({ render }, 202) : refuse(c, notFound)
}

const renderPublishing: Refusal = {
  status: 409,
  code: 'render_publishing',
  detail: 'The video is being published and can no longer be cancelled.',
}

const renderEnded: Refusal = {
  status: 409,
  code: 'render_ended',
  detail: 'This render has ended already.',
}
