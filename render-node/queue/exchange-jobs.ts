import type { Lane } from '../../shared/job-kinds.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { type HeldJob, type JobOutcome, keepInHistory } from '../../shared/postgres/end-jobs.ts'

/** A job as its holder knows it. Every later write names its token. */
export type Job = {
  id: number
  kind: string
  lane: Lane
  accountId: string
  draftId: string | null
  renderId: string | null
  /** As it is in the row: whoever reads it has to check it. */
  payload: unknown
  token: string
  attempts: number
  attemptsMax: number
  /** Since it was put in the queue. */
  ageMs: number
}

export type EndedJob = HeldJob & { outcome: JobOutcome }

/**
 * One statement, so one commit, for a lane's turn: jobs that ended with nothing else to write go to
 * the history, and up to `limit` of the lane's next jobs are taken, each under a new lease token.
 * `finished` holds the tokens that were still valid.
 */
export async function exchangeJobs(
  sql: Sql,
  exchange: {
    nodeId: string
    lane: Lane
    limit: number
    leaseSeconds: number
    ended?: EndedJob[]
  },
): Promise<{ claimed: Job[]; finished: string[] }> {
  const ended = exchange.ended ?? []
  const tokens = ended.map((job) => job.token)
  // A script's work is paid for: nobody else may begin with it.
  const isForgettable = ended.length === 0 && exchange.lane !== 'interactive'
  const rows = await sql<(Job & { finishedToken: string | null })[]>`
    with finished as (
      delete from jobs
      -- Unnested, so that an empty list is no special case that is planned anew each time.
      where id = any (array(select unnest(${ended.map((job) => job.id)}::bigint[])))
        and lease_token = any (array(select unnest(${tokens}::uuid[])))
      returning
        *,
        (${ended.map((job) => job.outcome)}::text[])[array_position(${tokens}::uuid[], lease_token)]
          as outcome
    ),
    kept as (
      ${keepInHistory(sql, 'finished')}
    ),
    next as materialized (
      select ctid from jobs
      where lane = ${exchange.lane} and state = 'queued'
      order by virtual_start, id
      limit ${literal(sql, exchange.limit)}
      for update skip locked
    ),
    claimed as (
      update jobs
      set
        state = 'processing',
        attempts = attempts + 1,
        frames_done = 0,
        last_words = null,
        claimed_at = clock_timestamp(),
        lease_owner = ${exchange.nodeId},
        lease_token = gen_random_uuid(),
        lease_expires_at = clock_timestamp() + make_interval(secs => ${exchange.leaseSeconds})
      -- Only claims write to queued rows, so the locked ones are where they were.
      where ctid = any (array(select ctid from next))
      returning *, ${isForgettable ? forgettable(sql) : sql`null`}
    )
    select
      ${columnsOfJob(sql)},
      finished.lease_token as "finishedToken"
    from claimed
    full join finished on false
    order by claimed.virtual_start, claimed.id`
  return {
    claimed: rows.filter((row) => row.finishedToken === null),
    finished: rows.flatMap((row) => row.finishedToken ?? []),
  }
}

// The commit does not wait for the disk. A database that crashes at once may have forgotten the claim:
// then the job is still queued, and whoever took it finds that out at the next heartbeat.
function forgettable(sql: Sql) {
  return sql`set_config('synchronous_commit', 'off', true)`
}

// Planned with the number in view: as a parameter it might be millions.
function literal(sql: Sql, count: number) {
  return sql.unsafe(String(Math.trunc(count)))
}

function columnsOfJob(sql: Sql) {
  return sql`
    claimed.id,
    claimed.kind,
    claimed.lane,
    claimed.account_id as "accountId",
    claimed.draft_id as "draftId",
    claimed.render_id as "renderId",
    claimed.payload,
    claimed.lease_token as token,
    claimed.attempts,
    claimed.attempts_max as "attemptsMax",
    date_part('epoch', clock_timestamp() - claimed.created_at) * 1000 as "ageMs"`
}
