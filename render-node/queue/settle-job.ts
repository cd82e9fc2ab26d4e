import type { Failure } from '../../shared/failure.ts'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { jobsChannel } from '../../shared/postgres/enqueue-job.ts'
import type { Job } from './claim-jobs.ts'

/**
 * Ends a job as its holder and keeps it in the history. False when the lease has moved on: then
 * nothing was written and the caller has to stop.
 */
export async function finishIfOwned(
  tx: Transaction,
  job: Job,
  outcome: 'done' | 'moot' | 'cancelled',
): Promise<boolean> {
  const finished = await tx`
    with finished as (
      delete from jobs
      where id = ${job.id} and lease_token = ${job.token} and state = 'processing'
      returning *
    )
    insert into job_history (
      id, kind, lane, account_id, draft_id, render_id, outcome, attempts, crashes, node_id, created_at, claimed_at
    )
    select
      id, kind, lane, account_id, draft_id, render_id, ${outcome}, attempts, crashes, lease_owner, created_at, claimed_at
    from finished
    returning id`
  return finished.length === 1
}

/** Gives a failed job another try after a pause; the attempt stays counted. */
export async function retryIfOwned(
  sql: Sql,
  job: Job,
  retry: { failure: Failure; afterMs: number },
): Promise<boolean> {
  const retried = await sql`
    update jobs
    set
      state = 'scheduled',
      run_at = clock_timestamp() + make_interval(secs => ${retry.afterMs / 1000}),
      last_error = ${sql.json(errorRow(retry.failure))},
      lease_owner = null,
      lease_token = null,
      lease_expires_at = null
    where id = ${job.id} and lease_token = ${job.token} and state = 'processing'
    returning id`
  return retried.length === 1
}

/** Moves a job that failed for good to the dead ones, with what it said last. */
export async function buryIfOwned(tx: Transaction, job: Job, failure: Failure): Promise<boolean> {
  const buried = await tx`
    with dead as (
      delete from jobs
      where id = ${job.id} and lease_token = ${job.token} and state = 'processing'
      returning *
    )
    insert into dead_letters (
      id, kind, lane, account_id, draft_id, render_id, payload, attempts, crashes, node_id, error, created_at
    )
    select
      id, kind, lane, account_id, draft_id, render_id, payload, attempts, crashes, lease_owner,
      ${tx.json(errorRow(failure))}, created_at
    from dead
    returning id`
  return buried.length === 1
}

/** Lets go of a job that a draining node cannot finish; neither budget is touched. */
export async function handBackIfOwned(sql: Sql, job: Job): Promise<boolean> {
  const handedBack = await sql`
    with handed_back as (
      update jobs
      set
        state = 'queued',
        attempts = attempts - 1,
        hand_backs = hand_backs + 1,
        lease_owner = null,
        lease_token = null,
        lease_expires_at = null
      where id = ${job.id} and lease_token = ${job.token} and state = 'processing'
      returning lane
    )
    select pg_notify(${jobsChannel}, lane) from handed_back`
  return handedBack.length === 1
}

function errorRow(failure: Failure) {
  const evidence = JSON.parse(JSON.stringify(failure.evidence ?? null))
  return { code: failure.code, sentence: failure.message, evidence }
}
