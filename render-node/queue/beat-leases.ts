import type { Sql } from '../../shared/postgres/connect.ts'
import { changesChannel } from '../../shared/postgres/notify-change.ts'
import type { Job } from './claim-jobs.ts'

export type Beat = { job: Job; framesDone: number }
export type BeatAnswer = { token: string; stop: boolean }

/**
 * Renews the leases of all of a node's jobs and carries their progress. Jobs that do not come back
 * are lost; `stop` says that the render was cancelled or has ended.
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
        ${beats.map((beat) => beat.framesDone)}::integer[]
      ) as beat (id, token, frames_done)
    ),
    held as materialized (
      select jobs.id, beats.frames_done
      from jobs
      join beats on beats.id = jobs.id and beats.token = jobs.lease_token
      where jobs.state = 'processing'
      order by jobs.id
      for update of jobs
    ),
    renewed as (
      update jobs
      set
        frames_done = held.frames_done,
        lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from held
      where jobs.id = held.id
      returning jobs.lease_token, jobs.render_id, jobs.cancel_requested
    )
    select
      renewed.lease_token as token,
      renewed.cancel_requested
      or (
        renewed.render_id is not null
        and not exists (
          select from renders
          where renders.id = renewed.render_id
            and renders.state in ('queued', 'processing')
            and renders.cancel_requested_at is null
        )
      ) as stop
    from renewed`
}

/**
 * Writes the frames done by all chunks, finished and running, to their renders, and tells listeners.
 * Called at most once a second per node; the figure never goes back.
 */
export async function reportProgress(sql: Sql, renderIds: string[]): Promise<void> {
  await sql`
    with progress as materialized (
      select
        renders.id,
        least(
          renders.frame_count,
          coalesce((
            select sum(frame_count) from render_parts
            where render_id = renders.id and kind = 'chunk' and file is not null
          ), 0)
          + coalesce((
            select sum(frames_done) from jobs
            where jobs.render_id = renders.id and jobs.kind = 'chunk' and jobs.state = 'processing'
          ), 0)
        )::integer as frames_done
      from renders
      where renders.id = any (${renderIds}::uuid[]) and renders.state = 'processing'
      order by renders.id
      for update of renders skip locked
    ),
    reported as (
      update renders
      set
        frames_done = greatest(renders.frames_done, progress.frames_done),
        last_sign_at = clock_timestamp(),
        version = version + 1
      from progress
      where renders.id = progress.id
      returning draft_id
    )
    select pg_notify(${changesChannel}, draft_id::text) from reported`
}
