import type { Sql } from '../../shared/postgres/connect.ts'
import { listen } from '../../shared/postgres/listen.ts'
import { changesChannel } from '../../shared/postgres/notify-change.ts'
import { ChangeWatch } from './change-watch.ts'

const pollEveryMs = 5000

/**
 * Tells waiting readers that a draft or one of its renders may have changed. Hints come from one
 * LISTEN connection; because hints can be lost, every reader is also woken by each new connection
 * and every five seconds.
 */
export class ChangeHub {
  readonly #watches = new Map<string, Set<ChangeWatch>>()
  #poll: NodeJS.Timeout | undefined

  /** Listens until the pool is closed. */
  async listen(sql: Sql): Promise<void> {
    await listen(sql, changesChannel, {
      onHint: (draftId) => this.#wake(draftId),
      onConnected: () => this.#wakeAll(),
    })
  }

  /** A watch on one draft; close it when its reader is gone. */
  watch(draftId: string): ChangeWatch {
    const watch = new ChangeWatch(() => this.#remove(draftId, watch))
    const watches = this.#watches.get(draftId) ?? new Set()
    this.#watches.set(draftId, watches.add(watch))
    this.#poll ??= setInterval(() => this.#wakeAll(), pollEveryMs)
    return watch
  }

  get watchCount(): number {
    return [...this.#watches.values()].reduce((sum, watches) => sum + watches.size, 0)
  }

  #wake(draftId: string): void {
    for (const watch of this.#watches.get(draftId) ?? []) watch.wake()
  }

  #wakeAll(): void {
    for (const draftId of this.#watches.keys()) this.#wake(draftId)
  }

  #remove(draftId: string, watch: ChangeWatch): void {
    const watches = this.#watches.get(draftId)
    watches?.delete(watch)
    if (watches?.size === 0) this.#watches.delete(draftId)
    if (this.#watches.size > 0) return
    clearInterval(this.#poll)
    this.#poll = undefined
  }
}
