import * as v from 'valibot'
import { draftSchema } from '../../../shared/draft.ts'
import { followEvents } from '../follow-events.ts'
import { isBusy } from '../library/draft-status.ts'
import type { PageServices } from '../page-services.ts'
import { sentenceOf } from '../sentence-of.ts'
import { DraftStore } from './draft-store.ts'

export type DraftLoad =
  | { kind: 'loading' }
  | { kind: 'missing'; sentence: string }
  | { kind: 'unreachable' }
  | { kind: 'loaded'; store: DraftStore }

type FollowDraftOptions = {
  services: PageServices
  signal: AbortSignal
  onLoad: (load: DraftLoad) => void
}

const reloadMs = 3_000

/** Reads a draft, asking again while the server is away, then follows its events until `signal`. */
export async function followDraft(draftId: string, options: FollowDraftOptions): Promise<void> {
  const { services, signal, onLoad } = options
  const { api, unsavedCopies } = services
  const answer = await api.readDraft(draftId, { signal })
  if (signal.aborted) return
  switch (answer.kind) {
    case 'ok': {
      const store = new DraftStore(answer.value.draft, { api, unsavedCopies, signal })
      onLoad({ kind: 'loaded', store })
      return followWhileUseful(store, options)
    }
    case 'refused':
      return onLoad({ kind: 'missing', sentence: sentenceOf(answer) })
    case 'unreachable': {
      onLoad({ kind: 'unreachable' })
      const timer = setTimeout(() => void followDraft(draftId, options), reloadMs)
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    }
  }
}

/**
 * A browser opens six connections to a server at most, shared by all tabs: a hidden tab keeps its
 * stream only while there is something to wait for.
 */
function followWhileUseful(store: DraftStore, options: FollowDraftOptions): void {
  let stream: AbortController | null = null
  const update = () => {
    const isUseful = !document.hidden || isBusy(store.editor().server)
    if (isUseful && stream === null) {
      stream = new AbortController()
      follow(store, { ...options, signal: AbortSignal.any([options.signal, stream.signal]) })
    } else if (!isUseful && stream !== null) {
      stream.abort()
      stream = null
    }
  }
  document.addEventListener('visibilitychange', update, { signal: options.signal })
  update()
}

function follow(store: DraftStore, options: FollowDraftOptions): void {
  const { services, signal } = options
  const draftId = store.editor().server.id
  const source = `draft ${draftId}`
  signal.addEventListener('abort', () => services.connection.report(source, true), { once: true })
  followEvents(`/v1/drafts/${encodeURIComponent(draftId)}/events`, {
    event: 'draft',
    signal,
    onEvent: (json) => store.dispatch({ type: 'received', draft: v.parse(draftSchema, json) }),
    onReach: (isReached) => services.connection.report(source, isReached),
    onRefused: () => void tellIfMissing(draftId, options),
  })
}

async function tellIfMissing(draftId: string, options: FollowDraftOptions): Promise<void> {
  const { services, signal, onLoad } = options
  const answer = await services.api.readDraft(draftId, { signal })
  if (signal.aborted || answer.kind !== 'refused' || answer.problem.status !== 404) return
  onLoad({ kind: 'missing', sentence: sentenceOf(answer) })
}
