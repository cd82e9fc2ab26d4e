import type { Redrive } from '../../../shared/postgres/redrive-dead-jobs.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenderLane } from '../../../shared/render.ts'
import { readParts } from '../../jobs/read-parts.ts'
import type { Farm, FarmDraft, VirtualNode } from './farm.ts'
import { enqueueParts, giveUp } from './predict-end.ts'
import type { QueueModel } from './queue-model.ts'
import type { EndedJob, SeenJob, SeenRender } from './read-snapshot.ts'
import { checkAnswer, type Verify } from './verify.ts'

// Of every video that this farm makes.
const price = 1
const crashesMax = 2

export async function start(
  farm: Farm,
  draft: FarmDraft,
  { lane }: { lane: RenderLane },
): Promise<Verify> {
  const answer = await farm.operations.startRender(farm.sql, draft, { lane })
  return (model) => {
    const renderId = answer.outcome === 'started' ? answer.renderId : ''
    checkAnswer('start', answer, followStart(model, draft, { renderId, lane }))
  }
}

function followStart(
  model: QueueModel,
  { id: draftId, accountId }: FarmDraft,
  { renderId, lane }: { renderId: string; lane: RenderLane },
) {
  const state = model.drafts.get(draftId)
  if (state === undefined) return { outcome: 'not found' }
  if (state !== 'ready') return { outcome: 'not ready' }
  const running = model.running(model.lastRenderOf(draftId)?.id ?? null)
  if (running) return { outcome: 'running', renderId: running.id }
  const balance = model.balances.get(accountId) ?? 0
  if (balance < price) return { outcome: 'insufficient credits', balance, price }
  model.pay(accountId, -price)
  const render = {
    id: renderId,
    draftId,
    accountId,
    lane,
    price,
    life: 1,
    state: 'running' as const,
  }
  const unknown = { isPublishing: false, sceneFrames: [], fingerprint: '' }
  model.renders.set(renderId, { ...render, ...unknown, cancelRequested: false, parts: [] })
  model.enqueue({ kind: 'plan', lane, draftId, renderId })
  return { outcome: 'started', renderId }
}

export async function cancel(farm: Farm, render: SeenRender): Promise<Verify> {
  const { id, accountId } = render
  const answer = await farm.operations.cancelRender(farm.sql, { id, accountId })
  return (model) => checkAnswer('cancel', answer, followCancel(model, id))
}

function followCancel(model: QueueModel, id: string): string {
  const render = model.renders.get(id)
  if (!render) return 'not found'
  if (render.state !== 'running') return 'ended'
  if (render.isPublishing) return 'publishing'
  render.cancelRequested = true
  if (model.held().some((job) => job.renderId === id)) return 'requested'
  model.endRender(id, 'cancelled')
  return 'cancelled'
}

/** The render has had all the time it may have. */
export async function endOverdue({ sql, operations }: Farm, { id }: SeenRender): Promise<Verify> {
  const fault = { code: 'render_deadline', sentence: 'Too long.', stage: null, retryable: true }
  const hasEnded = await sql.begin((tx) => operations.endRender(tx, id, { state: 'failed', fault }))
  return (model) => {
    checkAnswer('end overdue', hasEnded, model.running(id) !== undefined)
    model.endRender(id, 'failed')
  }
}

export async function deleteDraft({ sql, operations }: Farm, draft: FarmDraft): Promise<Verify> {
  const isDeleted = (await operations.deleteDraft(sql, draft)) === 'deleted'
  return (model) => {
    const renders = [...model.renders.values()].filter((render) => render.draftId === draft.id)
    const mayGo = model.drafts.has(draft.id) && !renders.some(({ state }) => state === 'running')
    checkAnswer('delete', isDeleted, mayGo)
    if (!isDeleted) return
    model.drafts.delete(draft.id)
    for (const { id } of renders) model.renders.delete(id)
    model.withdraw(model.list().filter((job) => job.draftId === draft.id))
  }
}

/** The disk loses one of a render's finished parts. */
export async function losePart(
  { sql, workshop }: Farm,
  { id }: SeenRender,
  { part: number }: { part: number },
): Promise<Verify> {
  const parts = await readParts(sql, id)
  const part = parts[number % parts.length]
  if (part) await rm(join(workshop.config.mediaFolder, part.file), { force: true })
  return () => undefined
}

export async function redrive(
  farm: Farm,
  { dead }: { dead: number | 'all' },
): Promise<Verify | undefined> {
  const ids = deadJobs(farm.model).map(({ id }) => id)
  const id = dead === 'all' ? 0 : ids[dead % ids.length]
  if (id === undefined || ids.length === 0) return undefined
  const which = dead === 'all' ? 'all' : { id }
  const answer = await farm.operations.redriveDeadJobs(farm.sql, which)
  return (model) => {
    const chosen = deadJobs(model).filter((job) => dead === 'all' || job.id === id)
    const expected = chosen.flatMap((job) => {
      // One life of a render answers all of its dead jobs.
      if (job.outcome !== 'dead') return []
      return [{ jobId: job.id, kind: job.kind, outcome: followRedrive(model, job) }]
    })
    const told = answer.map(({ jobId, kind, outcome }) => ({ jobId, kind, outcome }))
    checkAnswer('redrive', told, expected)
  }
}

function deadJobs(model: QueueModel): EndedJob[] {
  const dead = [...model.ended.values()].filter(({ outcome }) => outcome === 'dead')
  return dead.toSorted((one, other) => one.id - other.id)
}

function followRedrive(model: QueueModel, job: EndedJob): Redrive['outcome'] {
  const { id, renderId } = job
  const outcome =
    renderId === null ? reviveDraft(model, job) : reviveRender(model, model.renders.get(renderId))
  if (outcome === 'no credits') return outcome
  for (const dead of deadJobs(model)) {
    const isMeant = renderId === null ? dead.id === id : dead.renderId === renderId
    if (isMeant) dead.outcome = outcome
  }
  return outcome
}

function reviveDraft(model: QueueModel, { draftId }: EndedJob): 'moved on' | 'redriven' {
  if (model.drafts.get(draftId) !== 'failed') return 'moved on'
  model.drafts.set(draftId, 'writing')
  model.enqueue({ kind: 'script', lane: 'interactive', draftId, renderId: null })
  return 'redriven'
}

function reviveRender(
  model: QueueModel,
  render: SeenRender | undefined,
): 'moved on' | 'no credits' | 'redriven' {
  if (render?.state !== 'failed' || render.cancelRequested) return 'moved on'
  const { id, draftId, accountId, lane } = render
  if (model.lastRenderOf(draftId)?.id !== id) return 'moved on'
  if ((model.balances.get(accountId) ?? 0) < render.price) return 'no credits'
  model.pay(accountId, -render.price)
  render.state = 'running'
  render.life += 1
  model.assembliesBefore.set(id, model.assembliesOf(id))
  for (const [key, job] of model.jobs) if (job.renderId === id) model.jobs.delete(key)
  if (render.parts.length === 0) model.enqueue({ kind: 'plan', lane, draftId, renderId: id })
  else
    enqueueParts(
      model,
      id,
      render.parts.filter(({ isStored }) => !isStored),
    )
  return 'redriven'
}

/** What every process does for all: takes jobs from those whose leases ran out. */
export async function sweep({ sql, operations }: Farm): Promise<Verify> {
  // The database has run for longer than this lease, so the pass does not wait for the nodes.
  const count = await operations.reclaimLapsedJobs(sql, { leaseSeconds: 0 })
  return (model) => checkAnswer('sweep', count, followSweep(model))
}

function followSweep(model: QueueModel): number {
  const lapsed = model.held().filter((job) => job.isLapsed)
  const dead: SeenJob[] = []
  for (const job of lapsed) {
    if (job.crashes + 1 < crashesMax) model.letGo(job, 'queued', { attempts: -1, crashes: 1 })
    else dead.push(job)
  }
  for (const job of dead) model.leave(job, 'dead')
  const held = new Set(model.held().map((job) => job.renderId))
  for (const { id, cancelRequested } of model.renders.values()) {
    if (cancelRequested && !held.has(id)) model.endRender(id, 'cancelled')
  }
  for (const job of dead) giveUp(model, job, 'dead')
  return lapsed.length
}

/** What waited for its time or for a release that knows it; with `isDue`, the time has come. */
export async function stage(
  { sql, operations }: Farm,
  node: VirtualNode,
  { isDue }: { isDue: boolean },
): Promise<Verify> {
  const { kinds } = node
  if (isDue) await sql`update jobs set run_at = clock_timestamp() where state = 'scheduled'`
  const { lanes } = await operations.stageDueJobs(sql, { kinds })
  return (model) => {
    const ready = model.list().filter(({ state, kind }) => {
      return state === 'parked' ? kinds.includes(kind) : state === 'scheduled' && isDue
    })
    const expected = [...new Set(ready.map((job) => job.lane))].toSorted()
    checkAnswer('stage', lanes.toSorted(), expected)
    for (const job of ready) job.state = 'queued'
  }
}
