import { isDeepStrictEqual } from 'node:util'
import { jobKinds, type JobKind, type Lane } from '../../../shared/job-kinds.ts'
import type { EndedJob, SeenJob, SeenRender, Snapshot } from './read-snapshot.ts'

type NewJob = {
  kind: JobKind
  lane: Lane
  draftId: string
  renderId: string | null
  position?: number
}

const free = { owner: null, token: null, isLapsed: false }

/** What the queue must consist of after the steps so far, kept without looking at the database. */
export class QueueModel {
  /** By unique key: the ids of new jobs are learned. */
  jobs = new Map<string, SeenJob>()
  renders = new Map<string, SeenRender>()
  drafts = new Map<string, string>()
  balances = new Map<string, number>()
  ended = new Map<number, EndedJob>()
  /** By render: how many assemblies ended in its earlier lives. */
  readonly assembliesBefore = new Map<string, number>()

  adopt(snapshot: Snapshot): void {
    const { jobs, renders, drafts, accounts, ended } = structuredClone(snapshot)
    this.jobs = new Map(jobs.map((job) => [job.key, job]))
    this.renders = new Map(renders.map((render) => [render.id, render]))
    this.drafts = new Map(drafts.map(({ id, state }) => [id, state]))
    this.balances = new Map(accounts.map(({ id, balance }) => [id, balance]))
    this.ended = new Map(ended.map((job) => [job.id, job]))
  }

  /** Takes over what only the database decides: ids, and what a render was started with. */
  learn(snapshot: Snapshot): void {
    for (const { key, id } of snapshot.jobs) {
      const job = this.jobs.get(key)
      if (job?.id === 0) job.id = id
    }
    for (const seen of snapshot.renders) {
      const render = this.renders.get(seen.id)
      if (!render) continue
      const { sceneFrames, isPublishing, fingerprint } = seen
      Object.assign(render, { sceneFrames, isPublishing, fingerprint })
    }
  }

  /** The first row that is not as it must be, in words. */
  differenceFrom(snapshot: Snapshot): string | undefined {
    const seen = new QueueModel()
    seen.adopt(snapshot)
    return (
      differenceOf('job', this.jobs, seen.jobs) ??
      differenceOf('render', this.renders, seen.renders) ??
      differenceOf('draft', this.drafts, seen.drafts) ??
      differenceOf('balance', this.balances, seen.balances) ??
      differenceOf('ended job', this.ended, seen.ended)
    )
  }

  /** How many of a render's assemblies ended, in all of its lives. */
  assembliesOf(renderId: string | null): number {
    return [...this.ended.values()].filter(
      (job) =>
        job.renderId === renderId &&
        job.kind === 'assemble' &&
        ['done', 'moot', 'cancelled'].includes(job.outcome),
    ).length
  }

  heldBy(token: string): SeenJob | undefined {
    return this.list().find((job) => job.token === token)
  }

  list(): SeenJob[] {
    return [...this.jobs.values()]
  }

  held(): SeenJob[] {
    return this.list().filter((job) => job.state === 'processing')
  }

  lastRenderOf(draftId: string): SeenRender | undefined {
    return [...this.renders.values()].findLast((render) => render.draftId === draftId)
  }

  /** Undefined when the render has ended or is gone. */
  running(renderId: string | null): SeenRender | undefined {
    const render = renderId === null ? undefined : this.renders.get(renderId)
    return render?.state === 'running' ? render : undefined
  }

  enqueue({ kind, lane, draftId, renderId, position }: NewJob): void {
    const key = renderId === null ? `${kind}:${draftId}` : `${kind}:${renderId}:${position ?? ''}`
    if (this.jobs.has(key)) return
    const budgets = { attempts: 0, attemptsMax: jobKinds[kind].attemptsMax, crashes: 0 }
    const job = { key, id: 0, kind, lane, draftId, renderId, ...budgets, handBacks: 0, ...free }
    this.jobs.set(key, { ...job, state: 'queued', cancelRequested: false })
  }

  /** The job waits again; what it has cost so far goes up or down by `cost`. */
  letGo(
    job: SeenJob,
    state: 'queued' | 'scheduled' | 'parked',
    cost: { attempts: 0 | -1; crashes?: 1; handBacks?: 1 },
  ): void {
    job.attempts += cost.attempts
    job.crashes += cost.crashes ?? 0
    job.handBacks += cost.handBacks ?? 0
    Object.assign(job, { state, ...free })
  }

  leave(job: SeenJob, outcome: EndedJob['outcome']): void {
    const { key, id, kind, draftId, renderId } = job
    this.jobs.delete(key)
    this.ended.set(id, { id, kind, draftId, renderId, outcome })
  }

  withdraw(jobs: SeenJob[]): void {
    for (const job of jobs) {
      if (job.state === 'processing') job.cancelRequested = true
      else this.leave(job, 'cancelled')
    }
  }

  /** Ends a render that is still running. One whose cancellation was asked for does not fail. */
  endRender(renderId: string | null, state: 'done' | 'failed' | 'cancelled'): void {
    const render = this.running(renderId)
    if (!render) return
    render.state = state === 'failed' && render.cancelRequested ? 'cancelled' : state
    this.withdraw(this.list().filter((job) => job.renderId === renderId))
    if (state !== 'done') this.pay(render.accountId, render.price)
  }

  pay(accountId: string, credits: number): void {
    this.balances.set(accountId, (this.balances.get(accountId) ?? 0) + credits)
  }
}

function differenceOf<Key, Row>(
  what: string,
  expected: Map<Key, Row>,
  seen: Map<Key, Row>,
): string | undefined {
  for (const key of new Set([...expected.keys(), ...seen.keys()])) {
    const [must, is] = [expected.get(key), seen.get(key)]
    if (isDeepStrictEqual(must, is)) continue
    return `${what} ${String(key)}: ${wordsOf(must, is)}`
  }
  return undefined
}

function wordsOf(must: unknown, is: unknown): string {
  if (!isRow(must) || !isRow(is)) {
    return `must be ${JSON.stringify(must)} but is ${JSON.stringify(is)}`
  }
  const names = Object.keys(must).filter((name) => !isDeepStrictEqual(must[name], is[name]))
  return names.map((name) => `${name} ${wordsOf(must[name], is[name])}`).join(', ')
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
