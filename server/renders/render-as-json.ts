import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import type { Fault } from '../../shared/problem.ts'
import { percentOf } from '../../shared/render-progress.ts'
import type { RenderSnapshot, RenderStage, RenderState } from '../../shared/render.ts'

export type RenderJson = {
  id: string
  draft_id: string
  state: RenderState
  stage: RenderStage
  frames_done: number
  frame_count: number
  cancel_requested_at: string | null
  fault: Fault | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  last_sign_at: string
  version: number
}

/** The columns of a `renders` row that make a snapshot, as one JSON value. */
export function renderAsJson(sql: Sql | Transaction) {
  return sql`
    jsonb_build_object(
      'id', renders.id,
      'draft_id', renders.draft_id,
      'state', renders.state,
      'stage', renders.stage,
      'frames_done', renders.frames_done,
      'frame_count', renders.frame_count,
      'cancel_requested_at', renders.cancel_requested_at,
      'fault', renders.fault,
      'created_at', renders.created_at,
      'started_at', renders.started_at,
      'finished_at', renders.finished_at,
      'last_sign_at', renders.last_sign_at,
      'version', renders.version
    )`
}

/** The render as clients see it. */
export function renderSnapshotOf(render: RenderJson): RenderSnapshot {
  return {
    id: render.id,
    draftId: render.draft_id,
    state: render.state,
    stage: render.stage,
    percent: percentOf({
      state: render.state,
      stage: render.stage,
      hasStarted: render.started_at !== null,
      framesDone: render.frames_done,
      frameCount: render.frame_count,
    }),
    framesDone: render.frames_done,
    frameCount: render.frame_count,
    cancelRequested: render.cancel_requested_at !== null,
    fault: render.fault,
    createdAt: isoTime(render.created_at),
    startedAt: render.started_at && isoTime(render.started_at),
    finishedAt: render.finished_at && isoTime(render.finished_at),
    lastSignAt: isoTime(render.last_sign_at),
    version: render.version,
    links: linksOfRender(render.id, render.draft_id),
  }
}

function linksOfRender(id: string, draftId: string): RenderSnapshot['links'] {
  return {
    self: `/v1/renders/${id}`,
    events: `/v1/renders/${id}/events`,
    draft: `/v1/drafts/${draftId}`,
    video: `/v1/drafts/${draftId}/video`,
  }
}

function isoTime(text: string): string {
  return new Date(text).toISOString()
}
