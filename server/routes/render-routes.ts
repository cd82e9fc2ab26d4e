import type { Hono } from 'hono'
import { cancelRender } from '../../shared/postgres/cancel-render.ts'
import { addRoute } from '../add-route.ts'
import { refuse } from '../problem-response.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { readRender } from '../renders/read-render.ts'
import { type Owned, ownedOf } from '../requests/owned-of.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** Renders: reading and cancelling one. */
export function addRenderRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/renders/:id', {
    GET: (c) => read(c, context),
    DELETE: (c) => cancel(c, context),
  })
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
