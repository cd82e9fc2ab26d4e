import { cutChunks } from '../../jobs/cut-chunks.ts'
import type { JobEnd } from '../../run-job.ts'
import { handBacksMax } from '../settle-job.ts'
import { check } from './check.ts'
import type { QueueModel } from './queue-model.ts'
import type { SeenJob, SeenPart } from './read-snapshot.ts'
import type { FailureKind } from './step.ts'
import type { VirtualRun } from './virtual-run.ts'

/** What a step told a run to do. */
export type Command = 'go on' | FailureKind | 'hand back' | 'cancelled' | 'lease lost'

const assembliesMax = 2

/** Checks how a run ended after a command, if it has, and lets the model follow. */
export function followRun(model: QueueModel, run: VirtualRun, command: Command): void {
  const { end } = run
  if (end === undefined) return
  const job = model.heldBy(run.job.token)
  if (!job) {
    return check(end === 'superseded', `a ${run.job.kind} job was ${end} by who had lost it`)
  }
  const expected = expectedEnds(model, { job, run, command })
  check(expected.includes(end), `${job.key} was ${end} after "${command}", not ${String(expected)}`)
  followEnd(model, { job, run, command }, end)
}

type Commanded = { job: SeenJob; run: VirtualRun; command: Command }

function expectedEnds(model: QueueModel, { job, run, command }: Commanded): JobEnd[] {
  const onFailure: JobEnd = job.attempts < job.attemptsMax ? 'retried' : 'dead'
  switch (command) {
    case 'permanent':
      return ['dead']
    case 'transient':
      return [onFailure]
    case 'waits':
      return ['retried']
    case 'hand back':
      return [job.handBacks < handBacksMax ? 'handed back' : onFailure]
    case 'cancelled':
      return ['cancelled']
    case 'lease lost':
      return []
    case 'go on':
      if (!isWanted(model, job)) {
        // A video that comes after the render's end cannot be published: nothing is left to try.
        return [
          'done',
          'cancelled',
          'moot',
          ...(job.kind === 'assemble' ? ['retried' as const] : []),
        ]
      }
      return [run.lostParts.length > 0 && !mayRemake(model, job) ? 'dead' : 'done']
  }
}

function isWanted(model: QueueModel, job: SeenJob): boolean {
  if (job.renderId === null) return model.drafts.get(job.draftId) === 'writing'
  return model.running(job.renderId)?.cancelRequested === false
}

function mayRemake(model: QueueModel, { renderId }: SeenJob): boolean {
  const before = model.assembliesBefore.get(renderId ?? '') ?? 0
  return model.assembliesOf(renderId) - before < assembliesMax
}

function followEnd(model: QueueModel, { job, run, command }: Commanded, end: JobEnd): void {
  switch (end) {
    case 'done':
      model.leave(job, 'done')
      return followResult(model, job, run)
    case 'moot':
      return model.leave(job, 'moot')
    case 'cancelled':
      model.leave(job, 'cancelled')
      return model.endRender(job.renderId, 'cancelled')
    case 'retried':
      return model.letGo(job, 'scheduled', { attempts: command === 'waits' ? -1 : 0 })
    case 'handed back':
      return model.letGo(job, 'queued', { attempts: -1, handBacks: 1 })
    case 'refused':
    case 'dead':
      return giveUp(model, job, end)
    case 'superseded':
      return
  }
}

/** A job is given up, and with it what it was for. */
export function giveUp(model: QueueModel, job: SeenJob, end: 'refused' | 'dead'): void {
  model.leave(job, end)
  if (job.renderId !== null) model.endRender(job.renderId, 'failed')
  else if (model.drafts.get(job.draftId) === 'writing') model.drafts.set(job.draftId, 'failed')
}

function followResult(model: QueueModel, job: SeenJob, run: VirtualRun): void {
  switch (job.kind) {
    case 'script':
      if (model.drafts.get(job.draftId) === 'writing') model.drafts.set(job.draftId, 'ready')
      return
    case 'plan':
      return followPlan(model, job)
    case 'chunk':
    case 'sound':
      return followPart(model, job)
    case 'assemble':
      if (run.lostParts.length === 0) return model.endRender(job.renderId, 'done')
      return remake(model, job, run.lostParts)
  }
}

function followPlan(model: QueueModel, { renderId }: SeenJob): void {
  const render = model.running(renderId)
  if (!render) return
  const kinds = [...cutChunks(render.sceneFrames).map(() => 'chunk'), 'sound']
  render.parts = kinds.map((kind, position) => ({ position, kind, isStored: false }))
  enqueueParts(model, renderId, render.parts)
}

function followPart(model: QueueModel, { key, renderId }: SeenJob): void {
  const render = model.renders.get(renderId ?? '')
  const part = render?.parts[Number(key.split(':')[2])]
  if (part) part.isStored = true
  if (render?.state !== 'running') return
  if (render.cancelRequested) model.endRender(renderId, 'cancelled')
  else if (render.parts.every(({ isStored }) => isStored)) enqueueParts(model, renderId, [])
}

function remake(model: QueueModel, { renderId }: SeenJob, positions: number[]): void {
  const render = model.running(renderId)
  if (!render) return
  const lost = render.parts.filter(({ position }) => positions.includes(position))
  for (const part of lost) part.isStored = false
  enqueueParts(model, renderId, lost)
}

/** Queues the jobs of a render's missing parts; with none missing, its assembly. */
export function enqueueParts(model: QueueModel, renderId: string | null, parts: SeenPart[]): void {
  const render = model.running(renderId)
  if (!render) return
  const { draftId, lane } = render
  const job = { draftId, renderId, lane }
  for (const { kind, position } of parts) {
    model.enqueue({ ...job, kind: kind === 'sound' ? 'sound' : 'chunk', position })
  }
  if (parts.length === 0) model.enqueue({ ...job, kind: 'assemble' })
}
