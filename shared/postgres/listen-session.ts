import { Socket } from 'node:net'
import postgres from 'postgres'
import type { Sql } from './connect.ts'

type Place = { host: string[]; port: number[]; path: string | false }

/**
 * One connection that only listens, outside any pool and never in a transaction. It opens at once,
 * is never renewed, and ends at once in whatever state its socket is.
 */
export class ListenSession implements AsyncDisposable {
  readonly #sql: Pick<Sql, 'unsafe' | 'end'>
  readonly #statement: string
  readonly #ended = new AbortController()
  readonly #sockets: Socket[] = []
  /** True when it listens to every channel. It may stay open when the session ends before. */
  readonly isListening: Promise<boolean>
  /** Aborted when the session is over, for the reason why. */
  readonly ended = this.#ended.signal

  constructor(
    url: string,
    options: {
      applicationName: string
      channels: string[]
      onNotification: (channel: string, payload: string) => void
      /** Ends the session. */
      signal: AbortSignal
    },
  ) {
    this.#statement = options.channels.map((name) => `listen ${quoted(name)}`).join('; ')
    this.#sql = this.#open(url, options)
    this.isListening = this.answers()
    options.signal.addEventListener('abort', () => this.#end('It was closed'), {
      signal: this.ended,
    })
  }

  /** Asks the server for a sign of life; listening anew to the same channels changes nothing. */
  async answers(): Promise<boolean> {
    try {
      await this.#sql.unsafe(this.#statement)
      return true
    } catch (error) {
      this.#end(error)
      return false
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end('It was closed')
    await this.#sql.end({ timeout: 0 })
    // The driver says goodbye and waits for the other side, which may be gone.
    for (const socket of this.#sockets) socket.destroy()
  }

  #open(
    url: string,
    options: { applicationName: string; onNotification: (channel: string, text: string) => void },
  ): Pick<Sql, 'unsafe' | 'end'> {
    const driverOptions = {
      max: 1,
      connect_timeout: 0,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: options.applicationName },
      onnotice: () => undefined,
      onnotify: options.onNotification,
      onclose: () => this.#end('The connection was lost'),
      socket: (place: Place) => this.#openSocket(place),
    }
    return postgres(url, driverOptions)
  }

  // Called once for each host of the address. The driver would come back for ever when a server
  // closes the connection before it is ready.
  #openSocket(place: Place): Socket {
    const attempt = this.#sockets.length
    const host = place.host[attempt]
    const port = place.port[attempt]
    if (host === undefined || port === undefined || this.ended.aborted) {
      this.#end('The server closed the connection')
      throw new Error('The session is over')
    }
    const socket = new Socket()
    this.#sockets.push(socket)
    // The driver has its handlers in place only after this function.
    setImmediate(() => {
      if (socket.destroyed) return
      if (place.path) socket.connect(place.path)
      else socket.connect(port, host)
    })
    // TLS checks the certificate against this name.
    return Object.assign(socket, { host })
  }

  #end(reason: unknown): void {
    if (!this.ended.aborted) this.#ended.abort(reason)
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
