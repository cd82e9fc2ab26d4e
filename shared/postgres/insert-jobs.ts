import type { Lane } from '../job-kinds.ts'
import type { Sql, Transaction } from './connect.ts'

/** Channel of jobs that can run now. Payload: the lane. */
export const jobsChannel = 'makara_jobs'

export type JobRow = {
  kind: string
  lane: Lane
  accountId: string
  draftId?: string
  renderId?: string
  payload?: Record<string, number>
  /** While a job with this key waits or runs, another one is not inserted. */
  uniqueKey?: string
  attemptsMax: number
  /** Not before so many ms from now. */
  afterMs?: number
  turn?: Turn
}

/** Where a job stands in its lane: in order of `start`; its account's next job starts at `end`. */
export type Turn = { start: number; end: number }

/**
 * Inserts jobs; with `notify`, wakes the nodes when the transaction commits. Jobs without a turn get
 * the account's next one: after all it has in the lane, but not before what the lane does now.
 */
export async function insertJobs(
  sql: Sql | Transaction,
  rows: JobRow[],
  { notify }: { notify: boolean },
): Promise<void> {
  await sql`
    with inserted as (
      insert into jobs (
        kind, lane, state, account_id, draft_id, render_id, payload, unique_key, attempts_max, run_at,
        virtual_start, virtual_end
      )
      select
        kind,
        lane,
        case when after_ms > 0 then 'scheduled' else 'queued' end,
        account_id,
        draft_id,
        render_id,
        payload,
        unique_key,
        attempts_max,
        clock_timestamp() + after_ms * interval '1 ms',
        turn.start,
        coalesce(turn_end, turn.start + 1)
      from
        rows from (
          jsonb_to_recordset(${sql.json(rows.map(columnsOf))}) as (
            kind text, lane text, account_id uuid, draft_id uuid, render_id uuid, payload jsonb,
            unique_key text, attempts_max smallint, after_ms integer, turn_start bigint, turn_end bigint
          )
        ) with ordinality as new (
          kind, lane, account_id, draft_id, render_id, payload, unique_key, attempts_max, after_ms,
          turn_start, turn_end, position
        ),
        lateral (
          select coalesce(
            new.turn_start,
            ${nextStart(sql, { lane: sql`new.lane`, accountId: sql`new.account_id` })} + position - 1
          ) as start
        ) as turn
      on conflict do nothing
      returning lane, state
    )
    select pg_notify(${jobsChannel}, lane)
    from (select distinct lane from inserted where state = 'queued' and ${notify}) as lanes`
}

/** The turn at which an account's next work in a lane begins. */
export async function nextVirtualStart(
  tx: Transaction,
  { lane, accountId }: { lane: Lane; accountId: string },
): Promise<number> {
  const start = nextStart(tx, { lane: tx`${lane}`, accountId: tx`${accountId}` })
  const [next] = await tx<{ start: number }[]>`select ${start} as start`
  return next?.start ?? 0
}

// What the lane does now: the last turn that was taken, else the first one that waits.
function nextStart(
  sql: Sql | Transaction,
  { lane, accountId }: { lane: ReturnType<Sql>; accountId: ReturnType<Sql> },
) {
  return sql`
    greatest(
      (
        select max(virtual_end) from jobs
        where lane = ${lane} and account_id = ${accountId} and state = 'queued'
      ),
      (
        select max(virtual_end) from jobs
        where lane = ${lane} and account_id = ${accountId} and state = 'processing'
      ),
      coalesce(
        (select max(virtual_start) from jobs where lane = ${lane} and state = 'processing'),
        (
          select virtual_start from jobs
          where lane = ${lane} and state = 'queued'
          order by virtual_start, id
          limit 1
        ),
        0
      )
    )`
}

function columnsOf(row: JobRow) {
  return {
    kind: row.kind,
    lane: row.lane,
    account_id: row.accountId,
    draft_id: row.draftId ?? null,
    render_id: row.renderId ?? null,
    payload: row.payload ?? {},
    unique_key: row.uniqueKey ?? null,
    attempts_max: row.attemptsMax,
    after_ms: row.afterMs ?? 0,
    turn_start: row.turn?.start ?? null,
    turn_end: row.turn?.end ?? null,
  }
}
