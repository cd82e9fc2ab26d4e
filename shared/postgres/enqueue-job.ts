import type { Transaction } from './connect.ts'

/** Channel of jobs that can run now. Payload: the lane. */
export const jobsChannel = 'makara_jobs'

export type JobKind = 'script' | 'plan' | 'chunk' | 'sound' | 'assemble'
export type Lane = 'interactive' | 'standard' | 'bulk'

export type NewJob = {
  kind: JobKind
  accountId: string
  draftId: string
  renderId?: string
  /** Position of the part in its render, for `chunk` and `sound`. */
  position?: number
}

// A script is what somebody waits for on the screen; the rest is the video itself.
const laneOf: Record<JobKind, Lane> = {
  script: 'interactive',
  plan: 'standard',
  chunk: 'standard',
  sound: 'standard',
  assemble: 'standard',
}

const attemptsMaxOf: Record<JobKind, number> = {
  script: 3,
  plan: 3,
  chunk: 3,
  sound: 3,
  assemble: 3,
}

/**
 * Puts jobs in the queue and wakes the nodes when the transaction commits. A job that is already
 * waiting or running (same kind, draft or render, position) is not queued twice.
 */
export async function enqueueJobs(tx: Transaction, jobs: NewJob[]): Promise<void> {
  const rows = jobs.map((job) => ({
    kind: job.kind,
    lane: laneOf[job.kind],
    account_id: job.accountId,
    draft_id: job.draftId,
    render_id: job.renderId ?? null,
    payload: tx.json(job.position === undefined ? {} : { position: job.position }),
    unique_key: [job.kind, job.renderId ?? job.draftId, job.position ?? ''].join(':'),
    attempts_max: attemptsMaxOf[job.kind],
  }))
  await tx`
    insert into jobs ${tx(rows)}
    on conflict (unique_key) where unique_key is not null do nothing`
  for (const lane of new Set(rows.map((row) => row.lane))) {
    await tx`select pg_notify(${jobsChannel}, ${lane})`
  }
}
