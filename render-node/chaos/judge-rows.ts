import type { Sql } from '../../shared/postgres/connect.ts'

export type RenderRow = { id: string; draftId: string; state: string; code: string | null }
export type OutputRow = {
  renderId: string
  videoFile: string
  sha256: string
  frameCount: number
  sound: boolean
}

/** Why each draft has failed whose script could not be written. */
export async function readDraftFaults(sql: Sql): Promise<{ id: string; code: string }[]> {
  return sql<{ id: string; code: string }[]>`
    select id, fault ->> 'code' as code from drafts where state = 'failed'`
}

export async function readRenders(sql: Sql): Promise<RenderRow[]> {
  return sql<RenderRow[]>`
    select id, draft_id as "draftId", state, fault ->> 'code' as code from renders`
}

/** The outputs of renders that say they are done. */
export async function readOutputs(sql: Sql): Promise<OutputRow[]> {
  return sql<OutputRow[]>`
    select
      render_id as "renderId",
      video_file as "videoFile",
      sha256,
      outputs.frame_count as "frameCount",
      (props ->> 'sound')::boolean as sound
    from outputs
    join renders on renders.id = outputs.render_id
    where renders.state = 'done'`
}

/** Renders and scripts that nobody works on any more though they have not come to an end. */
export async function readUnended(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from renders where state in ('queued', 'processing')
    union all
    select id from drafts where state = 'writing'`
  return rows.map((row) => row.id)
}

/** What was published, or done with effect, more than once; a reason and a render or draft each. */
export async function readTwice(sql: Sql): Promise<{ reason: string; id: string }[]> {
  return sql<{ reason: string; id: string }[]>`
    with finished as (
      select
        render_id,
        count(*) filter (where kind = 'plan') as plans,
        count(*) filter (where kind in ('chunk', 'sound')) as parts,
        count(*) filter (where kind = 'assemble') as assemblies
      from job_history
      where outcome = 'done' and render_id is not null
      group by render_id
    )
    select 'several outputs of one render' as reason, render_id as id
    from outputs
    group by render_id
    having count(*) > 1
    union all
    select 'work done twice', render_id
    from finished
    where plans > 1
      or assemblies > 1
      or parts > (select count(*) from render_parts where render_parts.render_id = finished.render_id)
    union all
    select 'two renders at once', later.id
    from renders as later
    join renders as earlier on earlier.draft_id = later.draft_id and earlier.id <> later.id
    where later.created_at >= earlier.created_at
      -- A request may wait for the commit that ends the earlier one.
      and later.created_at < coalesce(earlier.finished_at, 'infinity') - interval '1 second'
    union all
    select 'another video than that of the last done render', drafts.id
    from drafts
    where output_id is distinct from (
      select outputs.id
      from outputs
      join renders on renders.id = outputs.render_id
      where renders.draft_id = drafts.id and renders.state = 'done'
      order by renders.finished_at desc
      limit 1
    )`
}
