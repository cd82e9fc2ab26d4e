import type { Sql } from '../../shared/postgres/connect.ts'
import type { HeldJob } from '../../shared/postgres/end-jobs.ts'

export type Beat = { job: HeldJob; framesDone: number; lastWords: string | null }
export type BeatAnswer = { token: string; isRenewed: boolean; stop: boolean }

/**
 * Renews the leases of all of a node's jobs and carries their progress. Jobs that do not come back
 * are lost; `stop` says that the render was cancelled or has ended. A row that somebody is just
 * writing to is not waited for: it is held as before, but not renewed.
 */
export async function beatLeases(
  sql: Sql,
  beats: Beat[],
  leaseSeconds: number,
): Promise<BeatAnswer[]> {
  return sql<BeatAnswer[]>`
    with beats as materialized (
      select * from unnest(
        ${beats.map((beat) => beat.job.id)}::bigint[],
        ${beats.map((beat) => beat.job.token)}::uuid[],
        ${beats.map((beat) => beat.framesDone)}::integer[],
        ${beats.map((beat) => beat.lastWords)}::text[]
      ) as beat (id, token, frames_done, last_words)
    ),
    held as materialized (
      select jobs.id, jobs.lease_token, jobs.render_id, jobs.cancel_requested
      from jobs
      join beats on beats.id = jobs.id and beats.token = jobs.lease_token
      where jobs.state = 'processing'
    ),
    free as materialized (
      select jobs.id, beats.frames_done, beats.last_words
      from jobs
      join beats on beats.id = jobs.id and beats.token = jobs.lease_token
      where jobs.state = 'processing'
      order by jobs.id
      for update of jobs skip locked
    ),
    renewed as (
      update jobs
      set
        frames_done = free.frames_done,
        last_words = free.last_words,
        lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from free
      where jobs.id = free.id
    )
    select
      held.lease_token as token,
      exists (select from free where free.id = held.id) as "isRenewed",
      held.cancel_requested
      or (
        held.render_id is not null
        and not exists (
          select from renders
          where renders.id = held.render_id
            and renders.state in ('queued', 'processing')
            and renders.cancel_requested_at is null
        )
      ) as stop
    from held`
}
