import { Failure, failureOf, faultOf } from '../shared/failure.ts'
import type { Sql, Transaction } from '../shared/postgres/connect.ts'
import { buryIfOwned, finishIfOwned } from '../shared/postgres/end-jobs.ts'
import { endRender } from '../shared/postgres/end-render.ts'
import { failDraft } from '../shared/postgres/fail-draft.ts'
import { isTransient } from '../shared/postgres/is-transient.ts'
import { faultPoint } from '../shared/process/fault-point.ts'
import { log } from '../shared/process/log.ts'
import type { JobResult } from './jobs/job-context.ts'
import { backoffMs } from './queue/backoff-ms.ts'
import type { Job } from './queue/exchange-jobs.ts'
import { persist, settleTransaction } from './queue/persist.ts'
import { errorOf, handBackIfOwned, retryIfOwned } from './queue/settle-job.ts'
import type { JobControl } from './running-job.ts'

// Who asks for a longer pause than somebody waits for gets a failure that can be tried again later.
const pauseMsMax = 15 * 60_000
// Waiting for others is not an attempt, but it ends some time.
const freeWaitMsMax = 60 * 60_000

/** Why a running job was told to stop. */
export type StopReason = 'cancelled' | 'lease lost' | 'draining' | 'deadline'

export type JobEnd =
  | 'done'
  | 'moot'
  | 'cancelled'
  | 'retried'
  | 'refused'
  | 'dead'
  | 'handed back'
  | 'superseded'

type JobRun = {
  sql: Sql
  job: Job
  control: JobControl
  /** Does the job's work, until the control's signal aborts. */
  work: () => Promise<JobResult>
  /** Ends a job that leaves nothing else to write. */
  finish: (job: Job, outcome: 'moot', until: Pick<JobControl, 'isLost'>) => Promise<boolean>
}

/** Does a claimed job and writes how it ended: every branch of a job's life is here. */
export async function runJob(run: JobRun): Promise<JobEnd> {
  const { job } = run
  const startedAt = performance.now()
  const end = await workAndSettle(run)
  log('job.ended', {
    jobId: job.id,
    kind: job.kind,
    renderId: job.renderId,
    draftId: job.draftId,
    attempt: job.attempts,
    end,
    ms: Math.round(performance.now() - startedAt),
  })
  return end
}

async function workAndSettle(run: JobRun): Promise<JobEnd> {
  try {
    await faultPoint('job.started')
    const result = await run.work()
    return await settleResult(run, result)
  } catch (error) {
    const { stopReason } = run.control
    return stopReason ? settleStop(run, stopReason) : settleFailure(run, jobFailureOf(error))
  }
}

// Work that fails in other ways with these errors has said so itself, as a `Failure`.
function jobFailureOf(error: unknown): Failure {
  return isTransient(error) ? databaseAway : failureOf(error)
}

const databaseAway = new Failure({
  code: 'database_unavailable',
  sentence: 'The database could not be reached.',
  retryable: true,
  isFree: true,
})

function tookTooLong({ kind }: Job): Failure {
  return new Failure({
    code: 'stage_deadline',
    sentence: 'A step of the work took too long.',
    retryable: true,
    evidence: { kind },
  })
}

async function settleResult(run: JobRun, result: JobResult): Promise<JobEnd> {
  const { sql, job, control } = run
  switch (result.outcome) {
    case 'done': {
      await control.whenFresh()
      const write = async (tx: Transaction) => {
        await faultPoint('settle.before-finish')
        if (!(await finishIfOwned(tx, job, 'done'))) return false
        await faultPoint('settle.after-finish')
        await result.settle(tx)
        await faultPoint('settle.before-commit')
        return true
      }
      if (!(await settleTransaction(sql, write, control))) return 'superseded'
      await faultPoint('settle.after-commit')
      await result.afterwards?.()
      return 'done'
    }
    case 'moot':
      return (await run.finish(job, 'moot', control)) ? 'moot' : 'superseded'
    case 'stopped':
      return settleStop(run, 'cancelled')
  }
}

async function settleStop(run: JobRun, reason: StopReason): Promise<JobEnd> {
  const { sql, job, control } = run
  switch (reason) {
    case 'lease lost':
      return 'superseded'
    case 'deadline':
      return settleFailure(run, tookTooLong(job))
    case 'draining': {
      await faultPoint('hand-back.before')
      const isBack = await persist(() => handBackIfOwned(sql, job), control)
      return isBack ? 'handed back' : settleFailure(run, handedBackTooOften)
    }
    case 'cancelled':
      await faultPoint('cancel.before')
      return (await settleTransaction(sql, (tx) => cancelAsHolder(tx, job), control))
        ? 'cancelled'
        : 'superseded'
  }
}

const handedBackTooOften = new Failure({
  code: 'handed_back',
  sentence: 'The machines that did this work were stopped again and again.',
  retryable: true,
})

async function cancelAsHolder(tx: Transaction, job: Job): Promise<boolean> {
  if (!(await finishIfOwned(tx, job, 'cancelled'))) return false
  if (job.renderId) await endRender(tx, job.renderId, { state: 'cancelled' })
  return true
}

async function settleFailure(run: JobRun, failure: Failure): Promise<JobEnd> {
  const { sql, job, control } = run
  log('job.failed', {
    jobId: job.id,
    kind: job.kind,
    attempt: job.attempts,
    code: failure.code,
    retryable: failure.retryable,
    evidence: failure.evidence,
  })
  const afterMs = failure.retryAfterMs ?? backoffMs(job.attempts)
  const isFree = failure.isFree && job.ageMs < freeWaitMsMax
  const mayRetry = failure.retryable && afterMs <= pauseMsMax
  if (mayRetry && (isFree || job.attempts < job.attemptsMax)) {
    const retry = { failure, afterMs, isFree }
    await faultPoint('retry.before')
    return (await persist(() => retryIfOwned(sql, job, retry), control)) ? 'retried' : 'superseded'
  }
  await faultPoint('bury.before')
  if (!(await settleTransaction(sql, (tx) => giveUpAsHolder(tx, job, failure), control))) {
    return 'superseded'
  }
  return failure.refusesInput ? 'refused' : 'dead'
}

async function giveUpAsHolder(tx: Transaction, job: Job, failure: Failure): Promise<boolean> {
  const isOwned = failure.refusesInput
    ? await finishIfOwned(tx, job, 'refused')
    : await buryIfOwned(tx, job, errorOf(failure))
  if (!isOwned) return false
  const fault = faultOf(failure, job.kind)
  const { evidence } = failure
  if (job.renderId) await endRender(tx, job.renderId, { state: 'failed', fault, evidence })
  else if (job.draftId) await failDraft(tx, job.draftId, fault)
  return true
}
