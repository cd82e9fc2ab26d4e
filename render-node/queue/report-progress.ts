import type { Sql } from '../../shared/postgres/connect.ts'
import { changesChannel } from '../../shared/postgres/notify-change.ts'

/**
 * Writes the frames done by all chunks, finished and running, to their renders, and tells listeners:
 * at most once a second per render, however many nodes work on it. The figure never goes back.
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
      where renders.id = any (${renderIds}::uuid[])
        and renders.state = 'processing'
        and renders.last_sign_at < clock_timestamp() - interval '900 ms'
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
