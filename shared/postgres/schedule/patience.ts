import type { ScheduledTask } from './scheduled-task.ts'

/**
 * How long the database has been within reach of this process, by its monotonic clock. One that was
 * cut off must not take the silence of others for their death before they had time to speak.
 */
export class Patience {
  readonly #startedAt = performance.now()
  #isAway = false
  #backSince: number | undefined

  lostDatabase(): void {
    this.#isAway = true
  }

  reachedDatabase(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#backSince = performance.now()
  }

  isOverFor(task: ScheduledTask): boolean {
    if (task.patienceMs === undefined) return true
    if (this.#isAway) return false
    const since = this.#backSince ?? (task.isPatientAtStart ? this.#startedAt : -Infinity)
    return performance.now() - since >= task.patienceMs
  }
}
