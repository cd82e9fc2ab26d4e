import { isFinal, type RenderSnapshot } from '../../../shared/render.ts'

// A node that holds a job of the render writes at least every ten seconds, and the clock here is
// good to about one.
const signGapMs = 12_000
const quietMsMax = 45_000

/** What a render is doing at `nowMs` by the server's clock, as a marketer would say it. */
export function stageWordsOf(render: RenderSnapshot, nowMs: number): string {
  if (render.cancelRequested && !isFinal(render.state)) return 'Stopping…'
  if (isBetweenJobs(render, nowMs)) return 'Waiting for its turn'
  switch (render.stage) {
    case 'waiting':
      return 'Waiting for a render node'
    case 'planning':
      return 'Getting ready'
    case 'rendering':
      return frameWordsOf(render)
    case 'assembling':
      return 'Joining picture and sound'
    case 'publishing':
      return 'Checking the finished video'
    case 'ended':
      return endWordsOf(render)
  }
}

/** A calm word once a started render has not been heard of for long; null before. */
export function quietNoteOf(render: RenderSnapshot, nowMs: number): string | null {
  const quietMs = quietMsOf(render, nowMs)
  if (!isStarted(render) || quietMs <= quietMsMax) return null
  const seconds = Math.floor(quietMs / 1000)
  const note = `No news from the render node for ${seconds} s; if it stopped, another takes over by itself.`
  return isBetweenJobs(render, nowMs) ? `${note} Other videos may be drawn first.` : note
}

/** True once a node has begun with the render: until then nobody has anything to tell about it. */
export function isStarted(render: RenderSnapshot): boolean {
  return render.state !== 'queued' && render.stage !== 'waiting'
}

/** One announcement per stage and per quarter, so that a screen reader is not flooded. */
export function announcementOf(render: RenderSnapshot): string {
  if (isFinal(render.state)) return endWordsOf(render)
  const quarter = Math.floor(render.percent / 25) * 25
  const stage =
    render.stage === 'rendering'
      ? 'Drawing frames'
      : stageWordsOf(render, Date.parse(render.lastSignAt))
  return quarter > 0 ? `${stage}, ${quarter}% done` : stage
}

// Every new frame is also a sign, so a render without a sign has no new frames either. A render is
// published within the job that joins it, so there it never waits.
function isBetweenJobs(render: RenderSnapshot, nowMs: number): boolean {
  const mayWait = ['planning', 'rendering', 'assembling'].includes(render.stage)
  return mayWait && quietMsOf(render, nowMs) > signGapMs
}

function quietMsOf(render: RenderSnapshot, nowMs: number): number {
  return nowMs - Date.parse(render.lastSignAt)
}

function frameWordsOf({ framesDone, frameCount }: RenderSnapshot): string {
  if (frameCount === 0) return 'Drawing frames'
  return framesDone === 0
    ? `About to draw ${frameCount} frames`
    : `Drawing frame ${Math.min(framesDone + 1, frameCount)} of ${frameCount}`
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
