/** A bell that one loop waits on: a ring during work is not lost, many rings are one. */
export class Wakeup {
  #rung = false
  #release: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#release?.()
  }

  /** Resolves at the next ring, after `timeoutMs`, or when the signal aborts, whichever is first. */
  async wait(options: { timeoutMs: number; signal: AbortSignal }): Promise<void> {
    if (!this.#rung && !options.signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, options.timeoutMs)
        this.#release = () => {
          clearTimeout(timer)
          resolve()
        }
        options.signal.addEventListener('abort', this.#release, { once: true })
      })
      if (this.#release) options.signal.removeEventListener('abort', this.#release)
      this.#release = undefined
    }
    this.#rung = false
  }
}
