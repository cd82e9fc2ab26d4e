import type { Draft } from '../../../shared/draft.ts'
import type { ApiClient, DraftList } from '../api-client.ts'
import { sentenceOf } from '../sentence-of.ts'
import { isBusy } from './draft-status.ts'
import { mergeNewestDrafts } from './merge-newest-drafts.ts'

export type DraftListState =
  | { kind: 'loading' }
  | { kind: 'loaded'; drafts: Draft[]; nextCursor: string | null }
  | { kind: 'failed'; sentence: string }

const busyPollMs = 2_500
const calmPollMs = 15_000

/** The drafts, newest first, asked for again while the list is looked at. */
export class DraftListStore {
  #state: DraftListState = { kind: 'loading' }
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #api: Pick<ApiClient, 'listDrafts'>
  readonly #removedIds = new Set<string>()
  readonly #listeners = new Set<() => void>()

  constructor(api: Pick<ApiClient, 'listDrafts'>) {
    this.#api = api
  }

  readonly state = (): DraftListState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Polls until `signal` aborts: often while a draft is being worked on, at once when looked at. */
  start(signal: AbortSignal): void {
    const poll = async () => {
      clearTimeout(this.#timer)
      if (!document.hidden) await this.#readNewest(signal)
      if (signal.aborted) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void poll(), this.#pollMs())
    }
    document.addEventListener('visibilitychange', () => void poll(), { signal })
    signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true })
    void poll()
  }

  async loadMore(): Promise<void> {
    if (this.#state.kind !== 'loaded' || this.#state.nextCursor === null) return
    const answer = await this.#api.listDrafts({ cursor: this.#state.nextCursor })
    if (answer.kind !== 'ok') return
    const drafts = [...this.#state.drafts, ...answer.value.drafts]
    this.#show({ kind: 'loaded', drafts, nextCursor: answer.value.nextCursor })
  }

  /** Takes a deleted draft off the list, also from an answer that was already on its way. */
  remove(draftId: string): void {
    this.#removedIds.add(draftId)
    if (this.#state.kind === 'loaded') this.#show(this.#state)
  }

  async #readNewest(signal: AbortSignal): Promise<void> {
    const answer = await this.#api.listDrafts({ signal })
    if (signal.aborted) return
    if (answer.kind === 'ok') this.#showNewest(answer.value)
    else if (this.#state.kind !== 'loaded') {
      this.#show({ kind: 'failed', sentence: sentenceOf(answer) })
    }
  }

  #showNewest(newest: DraftList): void {
    const pages = this.#state.kind === 'loaded' ? mergeNewestDrafts(this.#state, newest) : newest
    this.#show({ kind: 'loaded', ...pages })
  }

  #pollMs(): number {
    const isAnyBusy = this.#state.kind !== 'loaded' || this.#state.drafts.some(isBusy)
    return isAnyBusy ? busyPollMs : calmPollMs
  }

  #show(state: DraftListState): void {
    this.#state = state.kind === 'loaded' ? this.#withoutRemoved(state) : state
    for (const listener of this.#listeners) listener()
  }

  #withoutRemoved<State extends { drafts: Draft[] }>(state: State): State {
    return { ...state, drafts: state.drafts.filter(({ id }) => !this.#removedIds.has(id)) }
  }
}
