import type { Fault } from '../problem.ts'
import { faultPoint } from '../process/fault-point.ts'
import type { Sql, Transaction } from './connect.ts'
import { type BuriedJob, buryJobs, type JobError, lettingGo } from './end-jobs.ts'
import { endRenders } from './end-render.ts'
import { failDraft } from './fail-draft.ts'
import { jobsChannel } from './insert-jobs.ts'

const crashesMax = 2

const crashed: JobError = {
  code: 'node_crashed',
  sentence: 'The machine that did this work stopped twice.',
  evidence: null,
}

/**
 * One pass of what every process may do for all: jobs whose lease ran out go back to the queue, or,
 * at the second crash, are dead and end their render or draft. Returns how many were taken. Waits one
 * lease after a database restart, so that live nodes can renew first. Two passes at once share the
 * work.
 */
export async function reclaimLapsedJobs(
  sql: Sql,
  options: { leaseSeconds: number },
): Promise<number> {
  const [look] = await sql<{ hasWork: boolean }[]>`
    select
      pg_postmaster_start_time() + make_interval(secs => ${options.leaseSeconds}) < clock_timestamp()
      and (
        exists (select from jobs where ${isLapsed(sql)})
        or exists (select from renders where ${isAbandoned(sql)})
      ) as "hasWork"`
  return look?.hasWork ? sql.begin(reclaim) : 0
}

async function reclaim(tx: Transaction): Promise<number> {
  const lapsed = await countCrashes(tx)
  const once = lapsed.filter((job) => job.crashes < crashesMax)
  const twice = lapsed.filter((job) => job.crashes >= crashesMax)
  await requeueJobs(tx, idsOf(once))
  if (once.length > 0) await faultPoint('reclaim.requeued')
  await failOwners(tx, await buryJobs(tx, idsOf(twice), crashed))
  if (twice.length > 0) await faultPoint('reclaim.buried')
  return lapsed.length
}

function idsOf(jobs: { id: number }[]): number[] {
  return jobs.map((job) => job.id)
}

function isLapsed(sql: Sql | Transaction) {
  return sql`state = 'processing' and lease_expires_at < clock_timestamp()`
}

// Cancelled while a node held a job, and that node is gone: nobody is left to see the flag.
function isAbandoned(sql: Sql | Transaction) {
  return sql`
    state in ('queued', 'processing')
    and cancel_requested_at is not null
    and not exists (
      select from jobs where jobs.render_id = renders.id and jobs.state = 'processing'
    )`
}

// A crash is not an attempt of the work: it has a budget of its own.
async function countCrashes(tx: Transaction): Promise<{ id: number; crashes: number }[]> {
  return tx`
    with lapsed as materialized (
      select id from jobs
      where ${isLapsed(tx)}
      order by id
      for update skip locked
    )
    update jobs
    set crashes = crashes + 1
    from lapsed
    where jobs.id = lapsed.id
    returning jobs.id, crashes`
}

async function requeueJobs(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx`
    with requeued as (
      update jobs
      set
        state = 'queued',
        attempts = attempts - 1,
        run_at = clock_timestamp(),
        ${lettingGo(tx)}
      where id = any (${ids}::bigint[])
      returning lane
    )
    select pg_notify(${jobsChannel}, lane) from (select distinct lane from requeued) as lanes`
}

async function failOwners(tx: Transaction, dead: BuriedJob[]): Promise<void> {
  for (const { kind, draftId, renderId } of dead) {
    if (!renderId && draftId) await failDraft(tx, draftId, faultOf(kind))
  }
  const abandoned = await tx<{ id: string }[]>`
    select id from renders where ${isAbandoned(tx)} order by id`
  await endRenders(tx, [
    ...abandoned.map(({ id }) => ({ renderId: id, end: { state: 'cancelled' as const } })),
    ...dead.flatMap(({ kind, renderId, error: evidence }) => {
      const end = { state: 'failed' as const, fault: faultOf(kind), evidence }
      return renderId ? [{ renderId, end }] : []
    }),
  ])
}

function faultOf(kind: string): Fault {
  const { code, sentence } = crashed
  return { code, sentence, stage: kind, retryable: true }
}
