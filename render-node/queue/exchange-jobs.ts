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
  const [answer] = await sql<{ claimed: Job[]; finished: string[] }[]>`
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
      select id from jobs
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
      where id = any (array(select id from next))
      returning *
    )
    select
      (
        select coalesce(
          jsonb_agg(${jobAsJson(sql)} order by virtual_start, id), '[]'
        )
        from claimed
      ) as claimed,
      (select coalesce(array_agg(lease_token::text), '{}') from finished) as finished`
  if (!answer) throw new Error('Cannot claim: the statement gave no answer')
  return answer
}

// Planned with the number in view: as a parameter it might be millions.
function literal(sql: Sql, count: number) {
  return sql.unsafe(String(Math.trunc(count)))
}

function jobAsJson(sql: Sql) {
  return sql`
    jsonb_build_object(
      'id', id,
      'kind', kind,
      'lane', lane,
      'accountId', account_id,
      'draftId', draft_id,
      'renderId', render_id,
      'payload', payload,
      'token', lease_token,
      'attempts', attempts,
      'attemptsMax', attempts_max,
      'ageMs', round(extract(epoch from clock_timestamp() - created_at) * 1000)
    )`
}
