import type { Draft } from '../../../shared/draft.ts'
import type { ApiClient } from '../api-client.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { UnsavedCopies } from '../unsaved-copies.ts'
import { contentKeyOf, contentOf } from './draft-content.ts'
import {
  changeToSend,
  hasUnsavedWork,
  openEditor,
  reduceDraft,
  type DraftAction,
  type DraftEditor,
} from './draft-editor.ts'

type StoreOptions = {
  api: Pick<ApiClient, 'changeDraft' | 'readDraft'>
  unsavedCopies: Pick<UnsavedCopies, 'read' | 'write' | 'remove'>
  signal: AbortSignal
  debounceMs?: number
  retryMs?: number
}

/** One open draft: the editor's state, and its saving a moment after each edit until `signal` aborts. */
export class DraftStore {
  #editor: DraftEditor
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | null = null
  readonly #options: StoreOptions
  readonly #listeners = new Set<() => void>()

  constructor(draft: Draft, options: StoreOptions) {
    this.#options = options
    this.#editor = openEditor(draft, options.unsavedCopies.read(draft.id))
    options.signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true })
    this.#schedule()
  }

  readonly editor = (): DraftEditor => this.#editor

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly dispatch = (action: DraftAction): void => {
    const before = this.#editor
    this.#editor = reduceDraft(before, action)
    if (this.#editor === before) return
    this.#keepCopy()
    if (this.#editor.edited !== before.edited || this.#editor.save !== before.save) this.#schedule()
    for (const listener of this.#listeners) listener()
  }

  /** Saves now what can be saved. True when nothing typed is left unsaved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    await this.#saving
    for (let round = 0; round < 3 && changeToSend(this.#editor) !== null; round += 1) {
      await this.#save()
      if (this.#editor.save.kind !== 'idle') break
    }
    return !hasUnsavedWork(this.#editor)
  }

  /** Gives up what was typed and not saved. */
  discard(): void {
    clearTimeout(this.#timer)
    this.#options.unsavedCopies.remove(this.#editor.server.id)
  }

  #keepCopy(): void {
    const { server, edited, save, sentKey } = this.#editor
    const { unsavedCopies } = this.#options
    if (!hasUnsavedWork(this.#editor)) return unsavedCopies.remove(server.id)
    // An open conflict must still be one after a reload, so it has no base to match.
    const keys =
      save.kind === 'conflict'
        ? { baseKey: '', sentKey: '' }
        : { baseKey: contentKeyOf(contentOf(server)), sentKey: sentKey ?? '' }
    unsavedCopies.write(server.id, { ...keys, content: edited })
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const { save } = this.#editor
    if (this.#options.signal.aborted || changeToSend(this.#editor) === null) return
    if (save.kind === 'failed' && !save.willRetry) return
    const { debounceMs = 800, retryMs = 3_000 } = this.#options
    this.#timer = setTimeout(() => void this.#save(), save.kind === 'failed' ? retryMs : debounceMs)
  }

  #save(): Promise<void> {
    this.#saving ??= this.#send().finally(() => {
      this.#saving = null
    })
    return this.#saving
  }

  async #send(): Promise<void> {
    const change = changeToSend(this.#editor)
    if (change === null) return
    const { id, version } = this.#editor.server
    this.dispatch({ type: 'save-started', change })
    const answer = await this.#options.api.changeDraft(id, { version, ...change })
    if (answer.kind === 'ok') {
      this.dispatch({ type: 'save-finished', draft: answer.value.draft })
    } else if (answer.kind === 'refused' && answer.problem.code === 'draft_changed') {
      await this.#readOvertakingDraft(id)
    } else {
      const willRetry = answer.kind === 'unreachable' || answer.problem.status >= 500
      this.dispatch({ type: 'save-failed', sentence: sentenceOf(answer), willRetry })
    }
  }

  async #readOvertakingDraft(draftId: string): Promise<void> {
    const answer = await this.#options.api.readDraft(draftId)
    if (answer.kind === 'ok') {
      this.dispatch({ type: 'save-overtaken', draft: answer.value.draft })
    } else {
      this.dispatch({ type: 'save-failed', sentence: sentenceOf(answer), willRetry: true })
    }
  }
}
