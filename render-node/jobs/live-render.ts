import * as v from 'valibot'
import type { Sql } from '../../shared/postgres/connect.ts'
import type { RenderInQueue } from '../../shared/postgres/enqueue-job.ts'
import { changesChannel } from '../../shared/postgres/notify-change.ts'
import type { RenderStage } from '../../shared/render.ts'
import { type VideoProps, videoPropsSchema } from '../../shared/video-props.ts'
import { type HeldJob, isHeld } from '../../shared/postgres/end-jobs.ts'
import type { RenderJob } from '../queue/read-payload.ts'
import type { Composition } from '../renderer/renderer-protocol.ts'

export type LiveRender = RenderInQueue & {
  props: VideoProps
  scriptHash: string
  composition: Composition | null
  bundleHash: string | null
  createdAt: Date
}

/** The render of a job, or undefined when it has ended or its cancellation was asked for. */
export async function readLiveRender(
  sql: Sql,
  job: Pick<RenderJob, 'renderId'>,
): Promise<LiveRender | undefined> {
  const [row] = await sql<LiveRender[]>`
    select
      id,
      draft_id as "draftId",
      account_id as "accountId",
      lane,
      virtual_start as "virtualStart",
      props,
      script_hash as "scriptHash",
      composition,
      bundle_hash as "bundleHash",
      frame_count as "frameCount",
      created_at as "createdAt"
    from renders
    where id = ${job.renderId}
      and state in ('queued', 'processing')
      and cancel_requested_at is null`
  return row && { ...row, props: v.parse(videoPropsSchema, row.props) }
}

/**
 * Moves the render to a later stage, as the holder of one of its jobs. False when the lease is lost,
 * the render has ended or its cancellation was asked for. A stage never goes back.
 */
export async function enterStage(
  sql: Sql,
  job: HeldJob & { renderId: string | null },
  stage: RenderStage,
): Promise<boolean> {
  const entered = await sql`
    with entered as (
      update renders
      set
        state = 'processing',
        stage = case
          when array_position(stages.names, stage) > array_position(stages.names, ${stage}) then stage
          else ${stage}
        end,
        started_at = coalesce(started_at, clock_timestamp()),
        last_sign_at = clock_timestamp(),
        version = version + 1
      from (
        select array['waiting', 'planning', 'rendering', 'assembling', 'publishing'] as names
      ) as stages
      where id = ${job.renderId}
        and state in ('queued', 'processing')
        and cancel_requested_at is null
        and exists (
          select from jobs
          where ${isHeld(sql, job)}
        )
      returning draft_id
    )
    select pg_notify(${changesChannel}, draft_id::text) from entered`
  return entered.length === 1
}
