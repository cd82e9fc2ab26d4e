import type { ApiClient, Session } from './api-client.ts'
import type { Connection } from './connection.ts'

export type SessionState =
  | { kind: 'loading' }
  | { kind: 'signed-out' }
  | { kind: 'signed-in'; session: Session }

/** Who is signed in. */
export class SessionStore {
  #state: SessionState = { kind: 'loading' }
  readonly #api: Pick<ApiClient, 'readSession' | 'whenSignedOut'>
  readonly #connection: Connection
  readonly #listeners = new Set<() => void>()

  constructor(options: { api: ApiClient; connection: Connection }) {
    this.#api = options.api
    this.#connection = options.connection
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the session now and whenever the server is back, until `signal` aborts. */
  start(signal: AbortSignal): void {
    const stops = [
      this.#api.whenSignedOut(() => this.#show({ kind: 'signed-out' })),
      this.#connection.subscribe(() => {
        if (!this.#connection.isDown()) void this.refresh()
      }),
    ]
    signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true })
    void this.refresh()
  }

  /** Reads the session again, which also tells whether the server is back. */
  async refresh(): Promise<void> {
    const answer = await this.#api.readSession()
    if (answer.kind === 'ok') this.#show({ kind: 'signed-in', session: answer.value })
  }

  #show(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
