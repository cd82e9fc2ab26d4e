import type { Hono } from 'hono'
import type { Draft } from '../../shared/draft.ts'
import { isFinal, type RenderSnapshot } from '../../shared/render.ts'
import { addRoute } from '../add-route.ts'
import { readDraft } from '../drafts/read-draft.ts'
import { eventResponse } from '../events/event-response.ts'
import type { StateEvent } from '../events/event-stream.ts'
import { steadyPercent } from '../events/steady-percent.ts'
import { refuse } from '../problem-response.ts'
import { notFound } from '../refusal.ts'
import { readRender } from '../renders/read-render.ts'
import { ownedOf } from '../requests/owned-of.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** The streams of a draft and of a render: state, not history. */
export function addEventRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/drafts/:id/events', { GET: (c) => draftEvents(c, context) })
  addRoute(app, '/v1/renders/:id/events', { GET: (c) => renderEvents(c, context) })
}

async function draftEvents(c: AppContext, context: ServerContext): Promise<Response> {
  const owned = ownedOf(c)
  if (!owned) return refuse(c, notFound)
  const steady = steadyPercent()
  return openStream(c, context, {
    draftId: owned.id,
    read: async () => {
      const draft = await readDraft(context.sql, owned)
      return draft && draftEvent({ ...draft, render: draft.render && steady(draft.render) })
    },
  })
}

async function renderEvents(c: AppContext, context: ServerContext): Promise<Response> {
  const owned = ownedOf(c)
  const render = owned && (await readRender(context.sql, owned))
  if (!render) return refuse(c, notFound)
  // With 204 a browser's EventSource stops connecting anew: it has seen the end.
  const hasSeenEnd = isFinal(render.state) && c.req.header('last-event-id') === idOfRender(render)
  if (hasSeenEnd) return new Response(null, { status: 204 })
  const steady = steadyPercent()
  return openStream(c, context, {
    draftId: render.draftId,
    read: async () => {
      const snapshot = await readRender(context.sql, owned)
      return snapshot && renderEvent(steady(snapshot))
    },
  })
}

async function openStream(
  c: AppContext,
  context: ServerContext,
  { draftId, read }: { draftId: string; read: () => Promise<StateEvent | undefined> },
): Promise<Response> {
  // Watched before the first read, so that no change falls between the two.
  const watch = context.changes.watch(draftId)
  const first = await read().catch((error: unknown) => {
    watch.close()
    throw error
  })
  if (!first) {
    watch.close()
    return refuse(c, notFound)
  }
  return eventResponse(c, {
    first,
    read,
    watch,
    stopping: context.stopping,
    onError: (error) =>
      context.log('stream.read-failed', { requestId: c.get('requestId'), error: String(error) }),
  })
}

function draftEvent(draft: Draft): StateEvent {
  const { render } = draft
  const newest = render ? `${Date.parse(render.createdAt)}.${render.version}` : '0.0'
  return { name: 'draft', id: `${draft.version}.${newest}`, state: draft, isLast: false }
}

function renderEvent(render: RenderSnapshot): StateEvent {
  return { name: 'render', id: idOfRender(render), state: render, isLast: isFinal(render.state) }
}

function idOfRender(render: RenderSnapshot): string {
  return String(render.version)
}
