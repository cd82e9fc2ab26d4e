import type { Sql } from '../../shared/postgres/connect.ts'
import type { JobKind, Lane } from '../../shared/postgres/enqueue-job.ts'

/** A job that this node holds: every later write about it names its token. */
export type Job = {
  id: number
  kind: JobKind
  lane: Lane
  accountId: string
  draftId: string
  renderId: string | null
  position: number | null
  token: string
  attempts: number
  attemptsMax: number
}

/** Takes up to `limit` of the lane's oldest due jobs, each under a new lease token. */
export async function claimJobs(
  sql: Sql,
  claim: { nodeId: string; lane: Lane; limit: number; leaseSeconds: number },
): Promise<Job[]> {
  return sql<Job[]>`
    with due as materialized (
      select id from jobs
      where lane = ${claim.lane} and state = 'queued' and run_at <= clock_timestamp()
      order by run_at, id
      limit ${claim.limit}
      for update skip locked
    )
    update jobs
    set
      state = 'processing',
      attempts = attempts + 1,
      frames_done = 0,
      claimed_at = clock_timestamp(),
      lease_owner = ${claim.nodeId},
      lease_token = gen_random_uuid(),
      lease_expires_at = clock_timestamp() + make_interval(secs => ${claim.leaseSeconds})
    from due
    where jobs.id = due.id
    returning
      jobs.id,
      kind,
      lane,
      account_id as "accountId",
      draft_id as "draftId",
      render_id as "renderId",
      (payload ->> 'position')::integer as position,
      lease_token as token,
      attempts,
      attempts_max as "attemptsMax"`
}

/** Makes scheduled jobs whose time has come claimable. */
export async function queueDueJobs(sql: Sql): Promise<void> {
  await sql`
    with due as materialized (
      select id from jobs
      where state = 'scheduled' and run_at <= clock_timestamp()
      order by run_at
      limit 1000
      for update skip locked
    )
    update jobs set state = 'queued' from due where jobs.id = due.id`
}
