import { type Failure, failureOf, faultOf } from '../shared/failure.ts'
import type { Sql, Transaction } from '../shared/postgres/connect.ts'
import { endRender } from '../shared/postgres/end-render.ts'
import { failDraft } from '../shared/postgres/reclaim-lapsed-jobs.ts'
import { log } from '../shared/process/log.ts'
import { assembleVideo } from './jobs/assemble-video.ts'
import type { JobContext, JobResult, RenderJobContext } from './jobs/job-context.ts'
import { planRender } from './jobs/plan-render.ts'
import { renderPart } from './jobs/render-part.ts'
import { writeDraftScript } from './jobs/write-draft-script.ts'
import { backoffMs } from './queue/backoff-ms.ts'
import type { Job } from './queue/claim-jobs.ts'
import { settleTransaction } from './queue/settle-transaction.ts'
import { buryIfOwned, finishIfOwned, handBackIfOwned, retryIfOwned } from './queue/settle-job.ts'

// Who asks for a longer pause than somebody waits for gets a failure that can be tried again later.
const pauseMsMax = 15 * 60_000

/** Why a running job was told to stop; the reason of its abort signal. */
export type StopReason = 'cancelled' | 'lease lost' | 'draining'

export type JobEnd =
  | 'done'
  | 'moot'
  | 'cancelled'
  | 'retried'
  | 'dead'
  | 'handed back'
  | 'superseded'

/** Does a claimed job and writes how it ended: every branch of a job's life is here. */
export async function runJob(context: JobContext): Promise<JobEnd> {
  const { job } = context
  const startedAt = performance.now()
  const end = await workAndSettle(context)
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

async function workAndSettle(context: JobContext): Promise<JobEnd> {
  const { sql, job, signal } = context
  try {
    const result = await work(context)
    return await settleResult(context, result)
  } catch (error) {
    if (signal.aborted) return settleStop(sql, job, signal.reason as StopReason)
    return settleFailure(sql, job, failureOf(error))
  }
}

async function work(context: JobContext): Promise<JobResult> {
  switch (context.job.kind) {
    case 'script':
      return writeDraftScript(context)
    case 'plan':
      return planRender(renderContextOf(context))
    case 'chunk':
    case 'sound':
      return renderPart(renderContextOf(context))
    case 'assemble':
      return assembleVideo(renderContextOf(context))
  }
}

function renderContextOf({ rendering, ...context }: JobContext): RenderJobContext {
  if (!rendering) throw new Error(`Cannot do ${context.job.kind}: the renderer is not prepared`)
  return { ...context, ...rendering }
}

async function settleResult(context: JobContext, result: JobResult): Promise<JobEnd> {
  const { sql, job } = context
  switch (result.outcome) {
    case 'done': {
      const owned = await settleTransaction(sql, async (tx) => {
        if (!(await finishIfOwned(tx, job, 'done'))) return false
        await result.settle(tx)
        return true
      })
      if (!owned) return 'superseded'
      await result.afterwards?.()
      return 'done'
    }
    case 'moot':
      return (await settleTransaction(sql, (tx) => finishIfOwned(tx, job, 'moot')))
        ? 'moot'
        : 'superseded'
    case 'stopped':
      return settleStop(sql, job, 'cancelled')
  }
}

async function settleStop(sql: Sql, job: Job, reason: StopReason): Promise<JobEnd> {
  switch (reason) {
    case 'lease lost':
      return 'superseded'
    case 'draining':
      return (await handBackIfOwned(sql, job)) ? 'handed back' : 'superseded'
    case 'cancelled':
      return (await settleTransaction(sql, (tx) => cancelAsHolder(tx, job)))
        ? 'cancelled'
        : 'superseded'
  }
}

async function cancelAsHolder(tx: Transaction, job: Job): Promise<boolean> {
  if (!(await finishIfOwned(tx, job, 'cancelled'))) return false
  if (job.renderId) await endRender(tx, job.renderId, { state: 'cancelled' })
  return true
}

async function settleFailure(sql: Sql, job: Job, failure: Failure): Promise<JobEnd> {
  log('job.failed', {
    jobId: job.id,
    kind: job.kind,
    attempt: job.attempts,
    code: failure.code,
    retryable: failure.retryable,
    evidence: failure.evidence,
  })
  const afterMs = failure.retryAfterMs ?? backoffMs(job.attempts)
  if (failure.retryable && job.attempts < job.attemptsMax && afterMs <= pauseMsMax) {
    return (await retryIfOwned(sql, job, { failure, afterMs })) ? 'retried' : 'superseded'
  }
  return (await settleTransaction(sql, (tx) => buryAsHolder(tx, job, failure)))
    ? 'dead'
    : 'superseded'
}

async function buryAsHolder(tx: Transaction, job: Job, failure: Failure): Promise<boolean> {
  if (!(await buryIfOwned(tx, job, failure))) return false
  const fault = faultOf(failure, job.kind)
  if (!job.renderId) await failDraft(tx, job.draftId, fault)
  else {
    await endRender(tx, job.renderId, { state: 'failed', fault, evidence: failure.evidence })
  }
  return true
}
