import { type JobKind, jobKinds, type Lane } from '../job-kinds.ts'
import type { Transaction } from './connect.ts'
import { insertJobs, type JobRow } from './insert-jobs.ts'

export type NewJob = Omit<JobRow, 'attemptsMax'> & { kind: JobKind }

/** What a job needs to know of its render. `virtualStart` is the render's turn in its lane. */
export type RenderInQueue = {
  id: string
  draftId: string
  accountId: string
  lane: Lane
  virtualStart: number
  frameCount: number
}

// One turn of a lane is about five seconds of video; planning, sound and assembly are another one.
const framesPerTurn = 150

/**
 * Puts jobs in the queue and wakes the nodes when the transaction commits. A job that is already
 * waiting or running (same kind, draft or render, position) is not queued twice.
 */
export async function enqueueJobs(tx: Transaction, jobs: NewJob[]): Promise<void> {
  const rows = jobs.map((job) => ({ ...job, attemptsMax: jobKinds[job.kind].attemptsMax }))
  await insertJobs(tx, rows, { notify: true })
}

/** The job that writes a draft's script, while somebody waits for it on the screen. */
export function scriptJob(draft: { draftId: string; accountId: string }): NewJob {
  return { ...draft, kind: 'script', lane: 'interactive', uniqueKey: `script:${draft.draftId}` }
}

/**
 * A job of a render. Its turn lies within the render's, so that an account's renders come one after
 * another; chunks take turns by their first frame, so that other accounts' chunks come in between.
 */
export function renderJob(
  render: RenderInQueue,
  job: { kind: Exclude<JobKind, 'script'>; position?: number; firstFrame?: number },
): NewJob {
  const { id: renderId, draftId, accountId, lane, virtualStart, frameCount } = render
  const offset = job.firstFrame === undefined ? 0 : Math.floor(job.firstFrame / framesPerTurn)
  return {
    kind: job.kind,
    lane,
    accountId,
    draftId,
    renderId,
    uniqueKey: [job.kind, renderId, job.position ?? ''].join(':'),
    ...(job.position !== undefined && { payload: { position: job.position } }),
    turn: {
      start: virtualStart + offset,
      end: virtualStart + Math.ceil(frameCount / framesPerTurn) + 1,
    },
  }
}
