import type { Draft } from '../../../shared/draft.ts'
import { isFinal } from '../../../shared/render.ts'

export type DraftStatus = { tone: 'busy' | 'good' | 'bad' | 'calm'; text: string }

/** The one thing to say about a draft in a list. */
export function draftStatusOf(draft: Draft): DraftStatus {
  const { render, state, fault, video } = draft
  if (state === 'writing') return { tone: 'busy', text: 'Writing script…' }
  if (render !== null && !isFinal(render.state)) {
    return render.state === 'queued'
      ? { tone: 'busy', text: 'Waiting to render' }
      : { tone: 'busy', text: `Rendering ${Math.floor(render.percent)}%` }
  }
  if (state === 'failed') return { tone: 'bad', text: failureOf(fault?.sentence) }
  if (render?.state === 'failed') {
    return video === null
      ? { tone: 'bad', text: failureOf(render.fault?.sentence) }
      : { tone: 'bad', text: 'Last render failed' }
  }
  return video === null ? { tone: 'calm', text: 'Ready' } : { tone: 'good', text: 'Video ready' }
}

/** True while the server works on the draft, so that its state is worth asking for often. */
export function isBusy(draft: Draft): boolean {
  return draftStatusOf(draft).tone === 'busy'
}

function failureOf(sentence: string | undefined): string {
  return sentence === undefined ? 'Failed' : `Failed: ${sentence}`
}
