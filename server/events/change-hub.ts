import type { Sql } from '../../shared/postgres/connect.ts'
import { HintListener, type HintTiming } from '../../shared/postgres/hint-listener.ts'
import { changesChannel } from '../../shared/postgres/notify-change.ts'
import type { Log } from '../../shared/process/log.ts'
import { ChangeWatch } from './change-watch.ts'

const pollUnheardMs = 2000

/**
 * Tells waiting readers that a draft or one of its renders may have changed. Because hints can be
 * lost, every reader is also woken after each gap in them and at every poll.
 */
export class ChangeHub implements AsyncDisposable {
  readonly #watches = new Map<string, Set<ChangeWatch>>()
  #listener: HintListener | undefined
  #poll: NodeJS.Timeout | undefined

  /** Listens until the hub is disposed of, also while the database is away. */
  listen(options: { databaseUrl: string; sql: Sql; log: Log; timing?: Partial<HintTiming> }): void {
    this.#listener = new HintListener({
      ...options,
      applicationName: 'makara server hints',
      channels: { [changesChannel]: (draftId) => this.#wake(draftId) },
      onGap: () => this.#wakeAll(),
    })
  }

  /** A watch on one draft; close it when its reader is gone. */
  watch(draftId: string): ChangeWatch {
    const watch = new ChangeWatch(() => this.#remove(draftId, watch))
    const watches = this.#watches.get(draftId) ?? new Set()
    this.#watches.set(draftId, watches.add(watch))
    if (!this.#poll) this.#pollLater()
    return watch
  }

  get watchCount(): number {
    return [...this.#watches.values()].reduce((sum, watches) => sum + watches.size, 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#poll)
    await this.#listener?.[Symbol.asyncDispose]()
  }

  #wake(draftId: string): void {
    for (const watch of this.#watches.get(draftId) ?? []) watch.wake()
  }

  #wakeAll(): void {
    for (const draftId of this.#watches.keys()) this.#wake(draftId)
    this.#pollLater()
  }

  // Begins anew after a gap too, since the listener may ask for another pace then.
  #pollLater(): void {
    clearTimeout(this.#poll)
    this.#poll = undefined
    if (this.#watches.size === 0) return
    const pollMs = this.#listener?.pollMs() ?? pollUnheardMs
    this.#poll = setTimeout(() => this.#wakeAll(), pollMs)
  }

  #remove(draftId: string, watch: ChangeWatch): void {
    const watches = this.#watches.get(draftId)
    watches?.delete(watch)
    if (watches?.size === 0) this.#watches.delete(draftId)
    if (this.#watches.size === 0) this.#pollLater()
  }
}
