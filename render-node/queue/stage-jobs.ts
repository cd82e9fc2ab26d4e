import type { Lane } from '../../shared/job-kinds.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { jobsChannel } from '../../shared/postgres/insert-jobs.ts'

// Longer than any node sleeps without a hint.
const horizonMs = 60_000
const batchMax = 1000

/**
 * Makes jobs claimable whose time has come, and parked ones of the kinds that this node knows, and
 * wakes the nodes. A job that waited does not wait again behind what came meanwhile. Returns the lanes
 * and in how many ms the next one is due, a minute at most.
 */
export async function stageDueJobs(
  sql: Sql,
  { kinds }: { kinds: string[] },
): Promise<{ lanes: Lane[]; nextDueMs: number }> {
  const [answer] = await sql<{ lanes: Lane[]; nextDueMs: number }[]>`
    with due as materialized (
      select id from jobs
      where state = 'scheduled' and run_at <= clock_timestamp()
      order by run_at
      limit ${batchMax}
      for update skip locked
    ),
    known as materialized (
      select id from jobs
      where state = 'parked' and kind = any (${kinds}::text[])
      limit ${batchMax}
      for update skip locked
    ),
    staged as (
      update jobs
      set
        state = 'queued',
        virtual_start = least(
          virtual_start,
          (
            select max(running.virtual_start) from jobs as running
            where running.lane = jobs.lane and running.state = 'processing'
          )
        )
      from (select id from due union all select id from known) as ready
      where jobs.id = ready.id
      returning lane
    ),
    lanes as (
      select distinct lane from staged
    ),
    told as (
      select lane, pg_notify(${jobsChannel}, lane) from lanes
    )
    select
      (select coalesce(array_agg(lane), '{}') from told) as lanes,
      greatest(0, least(
        ${horizonMs}::integer,
        (
          select ceil(extract(epoch from run_at - clock_timestamp()) * 1000) from jobs
          where state = 'scheduled' and run_at > clock_timestamp()
          order by run_at
          limit 1
        )
      ))::integer as "nextDueMs"`
  return answer ?? { lanes: [], nextDueMs: horizonMs }
}
