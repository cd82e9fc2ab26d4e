import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../process/log.ts'
import { within } from '../process/within.ts'
import { wordsOfError } from '../process/words-of-error.ts'
import type { Sql } from './connect.ts'
import { HintListenerProbe } from './hint-listener-probe.ts'
import { ListenSession } from './listen-session.ts'

export type HintTiming = typeof usualTiming

type HintListenerOptions = {
  databaseUrl: string
  /** Of the listening session, to know it from the pool's. */
  applicationName: string
  /** The process's pool: probes are sent over it. */
  sql: Sql
  /** What to do with a hint, by channel. Called with its payload; must not throw. */
  channels: Record<string, (payload: string) => void>
  /**
   * Look at the rows: hints may have been missed, or `pollMs()` is shorter now. Called after every
   * (re)connect, when hints are proven to arrive, and when that is lost. Must not throw.
   */
  onGap: () => void
  log: Log
  timing?: Partial<HintTiming>
}

const usualTiming = {
  /** Between two probes of a session. */
  probeMs: 15_000,
  /** How long a probe may take each way. */
  answerMs: 3_000,
  connectMs: 10_000,
  /** Pauses between two sessions grow from the first to the second. */
  pauseMinMs: 100,
  pauseMaxMs: 5_000,
  pollProvenMs: 10_000,
  pollUnprovenMs: 2_000,
}

/**
 * Listens to channels from its construction until it is disposed of, over one session of its own
 * that it replaces when it is lost or when a probe does not come back. It never fails: without a
 * session there are no hints, and `pollMs()` is short.
 */
export class HintListener implements AsyncDisposable {
  readonly #options: HintListenerOptions
  readonly #timing: HintTiming
  readonly #probe: HintListenerProbe
  readonly #stop = new AbortController()
  readonly #running: Promise<void>
  #state: 'new' | 'proven' | 'unproven' = 'new'
  #shortSessions = 0

  constructor(options: HintListenerOptions) {
    this.#options = options
    this.#timing = { ...usualTiming, ...options.timing }
    this.#probe = new HintListenerProbe(options.sql)
    this.#running = this.#run()
  }

  /** True while probes come back: hints arrive. */
  get isProven(): boolean {
    return this.#state === 'proven'
  }

  /** How long to wait for a hint before looking at the rows anyway; differs by ±20 % each time. */
  pollMs(): number {
    const { pollProvenMs, pollUnprovenMs } = this.#timing
    return (this.isProven ? pollProvenMs : pollUnprovenMs) * (0.8 + Math.random() * 0.4)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      const reason = await this.#useSession()
      if (signal.aborted) return
      this.#doubt(reason)
      await pause(this.#pauseMs(), signal)
    }
  }

  /** Opens a session and keeps it as long as it is any good. Returns why it is not. */
  async #useSession(): Promise<string> {
    const { onGap } = this.#options
    const { connectMs, probeMs } = this.#timing
    await using session = this.#openSession()
    this.#shortSessions++
    if (!(await within(connectMs, session.isListening, session.ended))) {
      return reasonOf(session.ended, 'The server does not answer')
    }
    onGap()
    while (await this.#isGood(session)) {
      await pause(probeMs, session.ended)
      // Only a session that has lasted makes the next pause short again.
      if (!session.ended.aborted && this.isProven) this.#shortSessions = 0
    }
    return reasonOf(session.ended, 'Notifications do not arrive, as behind a transaction pooler')
  }

  #openSession(): ListenSession {
    const { databaseUrl, applicationName, channels } = this.#options
    return new ListenSession(databaseUrl, {
      applicationName,
      channels: [...Object.keys(channels), this.#probe.channel],
      onNotification: (channel, payload) => {
        if (channel === this.#probe.channel) this.#probe.hear(payload)
        else channels[channel]?.(payload)
      },
      signal: this.#stop.signal,
    })
  }

  async #isGood(session: ListenSession): Promise<boolean> {
    if (session.ended.aborted) return false
    const limit = { withinMs: this.#timing.answerMs, signal: session.ended }
    const outcome = await this.#probe.run(limit)
    if (session.ended.aborted) return false
    switch (outcome) {
      case 'heard':
        this.#prove()
        return true
      case 'silent':
        return false
      case 'unsent':
        // That says nothing of the session: the pool may be busy or its database away.
        this.#doubt('No probe could be sent')
        return within(limit.withinMs, session.answers(), session.ended)
    }
  }

  #prove(): void {
    if (this.#state === 'proven') return
    this.#state = 'proven'
    this.#options.log('hints.proven', { session: this.#options.applicationName })
    this.#options.onGap()
  }

  // Told once, not with every try.
  #doubt(reason: string): void {
    if (this.#state === 'unproven') return
    this.#state = 'unproven'
    this.#options.log('hints.doubted', { session: this.#options.applicationName, reason })
    this.#options.onGap()
  }

  #pauseMs(): number {
    const { pauseMinMs, pauseMaxMs } = this.#timing
    const growing = pauseMinMs * 2 ** Math.min(this.#shortSessions, 20)
    return Math.min(pauseMaxMs, growing) * (0.5 + Math.random() / 2)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}

function reasonOf(ended: AbortSignal, otherwise: string): string {
  return ended.aborted ? wordsOfError(ended.reason) : otherwise
}
