import type { Failure } from '../../shared/failure.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { type HeldJob, isHeld, type JobError, lettingGo } from '../../shared/postgres/end-jobs.ts'
import { jobsChannel } from '../../shared/postgres/insert-jobs.ts'

/** A node that drains may give a job back so often without costing it an attempt. */
export const handBacksMax = 5

// Each of these lets go of a job as its holder, and is false when the lease had moved on already.

/**
 * Gives a failed job another try after a pause. The attempt stays counted unless the work only waited
 * for somebody else's limit.
 */
export async function retryIfOwned(
  sql: Sql,
  job: HeldJob,
  retry: { failure: Failure; afterMs: number; isFree: boolean },
): Promise<boolean> {
  const retried = await sql`
    update jobs
    set
      state = 'scheduled',
      run_at = clock_timestamp() + make_interval(secs => ${retry.afterMs / 1000}),
      attempts = attempts - ${retry.isFree ? 1 : 0},
      last_error = ${sql.json(errorOf(retry.failure) as never)},
      ${lettingGo(sql)}
    where ${isHeld(sql, job)}
    returning id`
  return retried.length === 1
}

/**
 * Lets go of a job that a draining node cannot finish. It costs neither budget, five times at most:
 * false as well when it has been given back as often as that.
 */
export async function handBackIfOwned(sql: Sql, job: HeldJob): Promise<boolean> {
  const handedBack = await sql`
    with handed_back as (
      update jobs
      set
        state = 'queued',
        run_at = clock_timestamp(),
        attempts = attempts - 1,
        hand_backs = hand_backs + 1,
        ${lettingGo(sql)}
      where ${isHeld(sql, job)} and hand_backs < ${handBacksMax}
      returning lane
    )
    select pg_notify(${jobsChannel}, lane) from handed_back`
  return handedBack.length === 1
}

/** Leaves jobs of kinds that this release does not know to a node that does. */
export async function parkIfOwned(sql: Sql, jobs: HeldJob[]): Promise<void> {
  await sql`
    update jobs
    set
      state = 'parked',
      attempts = attempts - 1,
      ${lettingGo(sql)}
    from unnest(
      ${jobs.map((job) => job.id)}::bigint[], ${jobs.map((job) => job.token)}::uuid[]
    ) as held (id, token)
    where jobs.id = held.id and jobs.lease_token = held.token`
}

/**
 * Gives back what this node was given without learning of it: a claim was written, but the answer was
 * lost with the connection. Not while another claim of the lane is on its way.
 */
export async function handBackStrays(
  sql: Sql,
  strays: { nodeId: string; lane: string; heldTokens: string[] },
): Promise<number> {
  const handedBack = await sql`
    update jobs
    set
      state = 'queued',
      attempts = attempts - 1,
      ${lettingGo(sql)}
    where lane = ${strays.lane}
      and state = 'processing'
      and lease_owner = ${strays.nodeId}
      and lease_token <> all (${strays.heldTokens}::uuid[])
    returning id`
  return handedBack.length
}

/** The failure as it stands in the job's row. */
export function errorOf(failure: Failure): JobError {
  const evidence: unknown = JSON.parse(JSON.stringify(failure.evidence ?? null))
  return { code: failure.code, sentence: failure.message, evidence }
}
