import type { Fault } from '../problem.ts'
import type { Sql, Transaction } from './connect.ts'
import { endRender } from './end-render.ts'
import { jobsChannel } from './enqueue-job.ts'
import { notifyChange } from './notify-change.ts'

const maintenanceLock = 7_281_953_002
const crashesMax = 2

const crashFault: Fault = {
  code: 'node_crashed',
  sentence: 'The machine that did this work stopped twice.',
  stage: null,
  retryable: true,
}

/**
 * One pass of what every process does for all: jobs whose lease ran out go back to the queue, or,
 * at the second crash, are dead and end their render or draft. Returns how many were taken. Waits one
 * lease after a database restart, so that live nodes can renew first.
 */
export async function reclaimLapsedJobs(
  sql: Sql,
  options: { leaseSeconds: number },
): Promise<number> {
  return sql.begin(async (tx) => {
    const [turn] = await tx<{ mine: boolean; settled: boolean }[]>`
      select
        pg_try_advisory_xact_lock(${maintenanceLock}) as mine,
        pg_postmaster_start_time() + make_interval(secs => ${options.leaseSeconds}) < clock_timestamp() as settled`
    if (!turn?.mine || !turn.settled) return 0
    const requeued = await requeueLapsedJobs(tx)
    const dead = await buryCrashedJobs(tx)
    return requeued + dead
  })
}

// A crash is not an attempt of the work: it has a budget of its own.
async function requeueLapsedJobs(tx: Transaction): Promise<number> {
  const requeued = await tx<{ lane: string }[]>`
    with lapsed as materialized (
      select id from jobs
      where state = 'processing'
        and lease_expires_at < clock_timestamp()
        and crashes + 1 < ${crashesMax}
      order by id
      for update skip locked
    )
    update jobs
    set
      state = 'queued',
      crashes = crashes + 1,
      attempts = attempts - 1,
      lease_owner = null,
      lease_token = null,
      lease_expires_at = null
    from lapsed
    where jobs.id = lapsed.id
    returning lane`
  for (const lane of new Set(requeued.map((row) => row.lane))) {
    await tx`select pg_notify(${jobsChannel}, ${lane})`
  }
  return requeued.length
}

async function buryCrashedJobs(tx: Transaction): Promise<number> {
  const dead = await tx<{ kind: string; draft_id: string; render_id: string | null }[]>`
    with lapsed as materialized (
      select id from jobs
      where state = 'processing' and lease_expires_at < clock_timestamp()
      order by id
      for update skip locked
    ),
    dead as (
      delete from jobs using lapsed where jobs.id = lapsed.id returning jobs.*
    )
    insert into dead_letters (
      id, kind, lane, account_id, draft_id, render_id, payload, attempts, crashes, node_id, error, created_at
    )
    select
      id, kind, lane, account_id, draft_id, render_id, payload, attempts, crashes + 1, lease_owner,
      ${tx.json(crashFault)}, created_at
    from dead
    returning kind, draft_id, render_id`
  await endAbandonedCancels(tx)
  for (const job of dead) {
    const fault = { ...crashFault, stage: job.kind }
    if (job.render_id) await endRender(tx, job.render_id, { state: 'failed', fault })
    else await failDraft(tx, job.draft_id, fault)
  }
  return dead.length
}

/** Ends the writing of a draft's script with a fault. */
export async function failDraft(tx: Transaction, draftId: string, fault: Fault): Promise<void> {
  await tx`
    update drafts
    set state = 'failed', fault = ${tx.json(fault)}, version = version + 1, updated_at = clock_timestamp()
    where id = ${draftId} and state = 'writing'`
  await notifyChange(tx, draftId)
}

// Cancelled while a node held a job, and that node is gone: nobody is left to see the flag.
async function endAbandonedCancels(tx: Transaction): Promise<void> {
  const abandoned = await tx<{ id: string }[]>`
    select id from renders
    where state in ('queued', 'processing')
      and cancel_requested_at is not null
      and not exists (
        select from jobs where jobs.render_id = renders.id and jobs.state = 'processing'
      )
    order by id
    for update skip locked`
  for (const render of abandoned) await endRender(tx, render.id, { state: 'cancelled' })
}
