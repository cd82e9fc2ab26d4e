import { randomUUID } from 'node:crypto'
import { within } from '../process/within.ts'
import type { Sql } from './connect.ts'

/** What came of a probe: it came back, it was sent and did not, or it could not be sent. */
export type ProbeOutcome = 'heard' | 'silent' | 'unsent'

/** Notifies a channel of its own over the pool, to see whether the listening session hears it. */
export class HintListenerProbe {
  readonly channel = `makara_probe_${randomUUID()}`
  readonly #sql: Sql
  #isSending = false
  #onPayload: ((payload: string) => void) | undefined

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** To be called with what the session gets on `channel`. */
  hear(payload: string): void {
    this.#onPayload?.(payload)
  }

  /** Sending may take `withinMs`, and coming back again. */
  async run(options: { withinMs: number; signal: AbortSignal }): Promise<ProbeOutcome> {
    const { withinMs, signal } = options
    const name = randomUUID()
    const echo = new Promise<boolean>((resolve) => {
      this.#onPayload = (payload) => payload === name && resolve(true)
    })
    if (!(await within(withinMs, this.#send(name), signal))) return 'unsent'
    return (await within(withinMs, echo, signal)) ? 'heard' : 'silent'
  }

  // A pool that does not answer gets one statement, not one more with every probe.
  async #send(name: string): Promise<boolean> {
    const sql = this.#sql
    if (this.#isSending) return false
    this.#isSending = true
    try {
      await sql`select pg_notify(${this.channel}, ${name})`
      return true
    } catch {
      return false
    } finally {
      this.#isSending = false
    }
  }
}
