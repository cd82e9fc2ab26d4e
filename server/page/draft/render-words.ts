import { isFinal, type RenderSnapshot } from '../../../shared/render.ts'

/** What a render is doing, as a marketer would say it. */
export function stageWordsOf(render: RenderSnapshot): string {
  if (render.cancelRequested && !isFinal(render.state)) return 'Stopping…'
  switch (render.stage) {
    case 'waiting':
      return 'Waiting for its turn'
    case 'planning':
      return 'Getting ready'
    case 'rendering':
      return render.frameCount > 0
        ? `Drawing frame ${Math.min(render.framesDone + 1, render.frameCount)} of ${render.frameCount}`
        : 'Drawing frames'
    case 'assembling':
      return 'Joining picture and sound'
    case 'publishing':
      return 'Checking the finished video'
    case 'ended':
      return endWordsOf(render)
  }
}

/** One announcement per stage and per quarter, so that a screen reader is not flooded. */
export function announcementOf(render: RenderSnapshot): string {
  if (isFinal(render.state)) return endWordsOf(render)
  const quarter = Math.floor(render.percent / 25) * 25
  const stage = render.stage === 'rendering' ? 'Drawing frames' : stageWordsOf(render)
  return quarter > 0 ? `${stage}, ${quarter}% done` : stage
}

function endWordsOf(render: RenderSnapshot): string {
  switch (render.state) {
    case 'done':
      return 'Your video is ready'
    case 'cancelled':
      return 'Render cancelled'
    case 'failed':
      return 'The render did not work'
    case 'queued':
    case 'processing':
      return 'Finishing'
  }
}
