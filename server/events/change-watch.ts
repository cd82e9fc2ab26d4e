import { pause } from './pause.ts'

/** A reader's wait for changes. A hint that comes between two waits is kept, several are one. */
export class ChangeWatch {
  readonly #onClose: () => void
  #hint = new AbortController()

  constructor(onClose: () => void) {
    this.#onClose = onClose
  }

  wake(): void {
    this.#hint.abort()
  }

  /** Waits for a hint; false when `withinMs` passed before one came or the signal was aborted. */
  async hinted(options: { withinMs: number; signal: AbortSignal }): Promise<boolean> {
    if (options.signal.aborted) return false
    const wait = this.#hint
    options.signal.addEventListener('abort', endWait)
    await pause(options.withinMs, wait.signal)
    options.signal.removeEventListener('abort', endWait)
    const isHinted = wait.signal.aborted && !options.signal.aborted
    if (isHinted) this.#hint = new AbortController()
    return isHinted

    function endWait(): void {
      wait.abort()
    }
  }

  close(): void {
    this.#onClose()
  }
}
