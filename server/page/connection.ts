/** Whether the server answers, as told by everything that talks to it. */
export class Connection {
  readonly #downSources = new Set<string>()
  readonly #listeners = new Set<() => void>()

  report(source: string, isUp: boolean): void {
    const wasDown = this.#downSources.has(source)
    if (wasDown !== isUp) return
    if (isUp) this.#downSources.delete(source)
    else this.#downSources.add(source)
    for (const listener of this.#listeners) listener()
  }

  readonly isDown = (): boolean => this.#downSources.size > 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
