import type { Hono } from 'hono'
import { startRender, type StartRenderAnswer } from '../../shared/postgres/start-render.ts'
import { newRenderSchema, type RenderSnapshot } from '../../shared/render.ts'
import { addRoute } from '../add-route.ts'
import { refuse } from '../problem-response.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { cancelForGoneClient } from '../renders/cancel-for-gone-client.ts'
import { readRender } from '../renders/read-render.ts'
import { waitForEnd } from '../renders/wait-for-end.ts'
import { type Owned, ownedOf } from '../requests/owned-of.ts'
import { parseInput } from '../requests/parse-input.ts'
import { readOptionalJsonBody } from '../requests/read-json-body.ts'
import { waitPreferenceOf } from '../requests/wait-preference.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** Starting a render; with `Prefer: wait=N` the answer is its end, and to go away is to cancel it. */
export function addStartRenderRoute(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/v1/drafts/:id/renders', { POST: (c) => start(c, context) })
}

async function start(c: AppContext, context: ServerContext): Promise<Response> {
  const wait = waitPreferenceOf(c.req.raw)
  if (!wait.ok) return refuse(c, wait.refusal)
  const body = await readOptionalJsonBody(c.req.raw)
  if (!body.ok) return refuse(c, body.refusal)
  const options = parseInput(newRenderSchema, body.value)
  if (!options.ok) return refuse(c, options.refusal)
  const draft = ownedOf(c)
  if (!draft) return refuse(c, notFound)
  const answer = await startRender(context.sql, draft, options.value)
  if (answer.outcome !== 'started') return refuse(c, refusalOf(answer))
  const render = { id: answer.renderId, accountId: draft.accountId }
  if (wait.value === 0) return answerNow(c, context, render)
  return answerEnd(c, context, { ...render, draftId: draft.id, seconds: wait.value })
}

function refusalOf(answer: Exclude<StartRenderAnswer, { outcome: 'started' }>): Refusal {
  switch (answer.outcome) {
    case 'running':
      return { ...renderRunning, location: `/v1/renders/${answer.renderId}` }
    case 'insufficient credits':
      return insufficientCredits(answer)
    case 'not ready':
      return draftNotReady
    case 'not found':
      return notFound
  }
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

function insufficientCredits({ balance, price }: { balance: number; price: number }): Refusal {
  const cost = price === 1 ? '1 credit' : `${price} credits`
  return {
    status: 402,
    code: 'insufficient_credits',
    detail: `This video costs ${cost}, and your account has ${balance}.`,
    members: { balance, price },
  }
}

async function answerEnd(
  c: AppContext,
  context: ServerContext,
  { seconds, draftId, ...render }: Owned & { draftId: string; seconds: number },
): Promise<Response> {
  const clientGone = c.req.raw.signal
  const end = await waitForEnd(context, { ...render, draftId }, { seconds, clientGone })
  if (end === 'client gone') {
    await cancelForGoneClient(context, render)
    return new Response(null, { status: clientClosedRequest })
  }
  const response = await answerNow(c, context, render)
  response.headers.set('Preference-Applied', `wait=${seconds}`)
  return response
}

// For the log: nobody reads the answer.
const clientClosedRequest = 499

async function answerNow(c: AppContext, { sql }: ServerContext, owned: Owned): Promise<Response> {
  const render = await readRender(sql, owned)
  if (!render) return refuse(c, notFound)
  switch (render.state) {
    case 'queued':
    case 'processing':
      return c.json(startedOf(render), 202, { Location: render.links.self })
    case 'done':
      return c.json(startedOf(render), 200)
    case 'cancelled':
      return refuse(c, { ...renderCancelled, members: { render } })
    case 'failed':
      return refuse(c, refusalOfFailed(render))
  }
}

function startedOf(render: RenderSnapshot) {
  const { self: status, events, video } = render.links
  return { render, links: { status, events, video } }
}

const renderCancelled: Refusal = {
  status: 409,
  code: 'render_cancelled',
  detail: 'This render was cancelled.',
}

function refusalOfFailed(render: RenderSnapshot): Refusal {
  if (!render.fault) throw new Error('Cannot tell why the render failed: it has no fault')
  const { code, sentence, retryable } = render.fault
  return { status: retryable ? 502 : 422, code, detail: sentence, members: { render } }
}
