import type { RenderStage, RenderState } from './render.ts'

/**
 * Percent of a render, 0 to 100. Never goes back as long as stages and frames move forward, and is
 * 100 only for a published video. An ended render keeps at least the percent it had reached.
 */
export function percentOf(render: {
  state: RenderState
  stage: RenderStage
  /** Whether a node has begun with it. */
  hasStarted: boolean
  framesDone: number
  frameCount: number
}): number {
  const share = Math.min(1, render.framesDone / render.frameCount)
  if (render.state === 'done') return 100
  switch (render.stage) {
    case 'waiting':
      return 0
    case 'planning':
      return 1
    case 'rendering':
      return 2 + Math.floor(93 * share)
    case 'assembling':
      return 96
    case 'publishing':
      return 99
    case 'ended':
      return render.hasStarted ? 2 + Math.floor(97 * share) : 0
  }
}
