import type postgres from 'postgres'
import type { Sql, Transaction } from './connect.ts'

// Every way a job ends is here: into the history or to the dead letters, out of the hot table.

export type JobOutcome = 'done' | 'moot' | 'cancelled' | 'refused'
/** Which claim of a job is meant; its writes hold only while the token does. */
export type HeldJob = { id: number; token: string }
/** What a dead job says: code and sentence for people, evidence for operators. */
export type JobError = { code: string; sentence: string; evidence: unknown }

/** Milliseconds worked on a job, by its present holder too. A dead holder worked until its lease. */
export function workMsOf(sql: Sql | Transaction) {
  return sql`
    work_ms + case
      when lease_token is null then 0
      else greatest(0, date_part('epoch', least(clock_timestamp(), lease_expires_at) - claimed_at) * 1000)
    end::bigint`
}

/** Nothing but the token decides whose a job is; only a job that is being done has one. */
export function isHeld(sql: Sql | Transaction, { id, token }: HeldJob) {
  return sql`jobs.id = ${id} and jobs.lease_token = ${token}`
}

/** The assignments by which a job's holder loses it, whoever takes it away. */
export function lettingGo(sql: Sql | Transaction) {
  return sql`
    work_ms = ${workMsOf(sql)},
    lease_owner = null,
    lease_token = null,
    lease_expires_at = null`
}

/**
 * The statement's part that keeps deleted jobs, which the named subquery returns with their
 * `outcome`, in the history.
 */
export function keepInHistory(sql: Sql | Transaction, ended: string) {
  return sql`
    insert into job_history (
      id, kind, lane, account_id, draft_id, render_id, outcome, attempts, crashes, node_id,
      created_at, run_at, claimed_at, work_ms
    )
    select
      id, kind, lane, account_id, draft_id, render_id, outcome, attempts, crashes, lease_owner,
      created_at, run_at, claimed_at, ${workMsOf(sql)}
    from ${sql(ended)}`
}

/**
 * Ends a job as its holder. False when the lease has moved on: then nothing was written and the
 * caller has to stop.
 */
export async function finishIfOwned(
  tx: Transaction,
  job: HeldJob,
  outcome: JobOutcome,
): Promise<boolean> {
  const finished = await tx`
    with finished as (
      delete from jobs
      where ${isHeld(tx, job)}
      returning *, ${outcome}::text as outcome
    )
    ${keepInHistory(tx, 'finished')}
    returning id`
  return finished.length === 1
}

/** Moves a job that failed for good to the dead letters, as its holder. */
export async function buryIfOwned(
  tx: Transaction,
  job: HeldJob,
  error: JobError,
): Promise<boolean> {
  return (await bury(tx, isHeld(tx, job), error)).length === 1
}

export type BuriedJob = {
  kind: string
  draftId: string | null
  renderId: string | null
  error: JobError
}

/** Moves jobs whose rows the caller has locked to the dead letters, whoever holds them. */
export async function buryJobs(
  tx: Transaction,
  ids: number[],
  error: JobError,
): Promise<BuriedJob[]> {
  return bury(tx, tx`id = any (${ids}::bigint[])`, error)
}

// The holder's last words stay with the error: they are all there is when a node died.
async function bury(
  tx: Transaction,
  condition: postgres.PendingQuery<postgres.Row[]>,
  error: JobError,
): Promise<BuriedJob[]> {
  return tx<BuriedJob[]>`
    with dead as (
      delete from jobs where ${condition} returning *
    )
    insert into dead_letters (
      id, kind, lane, account_id, draft_id, render_id, payload, attempts, crashes, node_id, error, created_at
    )
    select
      id, kind, lane, account_id, draft_id, render_id, payload, attempts, crashes, lease_owner,
      ${tx.json(error as never)} || jsonb_build_object(
        'holder', jsonb_build_object(
          'node', (select name from nodes where nodes.id = dead.lease_owner),
          'framesDone', frames_done,
          'lastWords', last_words,
          'lastError', last_error
        )
      ),
      created_at
    from dead
    returning kind, draft_id as "draftId", render_id as "renderId", error`
}

/**
 * Takes the queued jobs of a render or a draft out of the queue and flags the running ones. Rows that
 * others hold are skipped: they are being claimed, renewed or finished, and each of those looks at
 * the render or draft itself and finds it ended or gone.
 */
export async function withdrawJobs(
  tx: Transaction,
  owner: { renderId: string } | { draftId: string },
): Promise<void> {
  const isOwned =
    'renderId' in owner ? tx`render_id = ${owner.renderId}` : tx`draft_id = ${owner.draftId}`
  await tx`
    with mine as materialized (
      select id, state from jobs where ${isOwned} order by id for update skip locked
    ),
    withdrawn as (
      delete from jobs using mine
      where jobs.id = mine.id and mine.state <> 'processing'
      returning jobs.*, 'cancelled' as outcome
    ),
    flagged as (
      update jobs set cancel_requested = true from mine
      where jobs.id = mine.id and mine.state = 'processing'
    )
    ${keepInHistory(tx, 'withdrawn')}`
}
