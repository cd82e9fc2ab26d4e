import { setTimeout as delay } from 'node:timers/promises'
import type { TestProcess } from '../../shared/testing/test-process.ts'

const replaceAfterMs = 150

/** A place in the farm for one process: whenever it ends, another one takes it. */
export class KeptProcess implements AsyncDisposable {
  readonly #start: () => TestProcess
  readonly #onEnd: (ended: TestProcess) => void
  readonly #closing = new AbortController()
  #current: TestProcess
  readonly #keeping: Promise<void>

  constructor(options: { start: () => TestProcess; onEnd: (ended: TestProcess) => void }) {
    this.#start = options.start
    this.#onEnd = options.onEnd
    this.#current = this.#start()
    this.#keeping = this.#keep()
  }

  get current(): TestProcess {
    return this.#current
  }

  async #keep(): Promise<void> {
    for (;;) {
      await this.#current.ended
      if (this.#closing.signal.aborted) return
      this.#onEnd(this.#current)
      const { signal } = this.#closing
      await delay(replaceAfterMs, undefined, { signal }).catch(() => undefined)
      if (this.#closing.signal.aborted) return
      this.#current = this.#start()
    }
  }

  /** Asks it to end and has no other take its place. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    this.#current.signal('SIGCONT')
    await this.#current[Symbol.asyncDispose]()
    await this.#keeping
  }
}
