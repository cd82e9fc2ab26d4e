import * as v from 'valibot'
import { faultSchema } from './problem.ts'

export const renderStates = ['queued', 'processing', 'done', 'failed', 'cancelled'] as const
export const renderStages = [
  'waiting',
  'planning',
  'rendering',
  'assembling',
  'publishing',
  'ended',
] as const

/** Lanes that a render can be started in. `bulk` waits while anything else is to be rendered. */
export const renderLanes = ['standard', 'bulk'] as const
export type RenderLane = (typeof renderLanes)[number]

/** Body of `POST /v1/drafts/:id/renders`. */
export const newRenderSchema = v.strictObject({
  lane: v.optional(v.picklist(renderLanes), 'standard'),
})

/** A render as the API and its event stream show it: always the whole state, never a difference. */
export const renderSnapshotSchema = v.object({
  id: v.string(),
  draftId: v.string(),
  state: v.picklist(renderStates),
  stage: v.picklist(renderStages),
  /** 0 to 100, never goes back, 100 only after publication. */
  percent: v.number(),
  framesDone: v.number(),
  frameCount: v.number(),
  cancelRequested: v.boolean(),
  fault: v.nullable(faultSchema),
  createdAt: v.string(),
  startedAt: v.nullable(v.string()),
  finishedAt: v.nullable(v.string()),
  /** When a node last wrote about this render. */
  lastSignAt: v.string(),
  /** Grows with every change; the event id of the stream. */
  version: v.number(),
  links: v.object({
    self: v.string(),
    events: v.string(),
    draft: v.string(),
    video: v.string(),
  }),
})
export type RenderSnapshot = v.InferOutput<typeof renderSnapshotSchema>
export type RenderState = (typeof renderStates)[number]
export type RenderStage = (typeof renderStages)[number]

/** True when nothing more will happen to the render. */
export function isFinal(state: RenderState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}
