import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import {
  MessageSplitter,
  requestOf,
  StatementReader,
} from '../../../shared/testing/proxy-messages.ts'

/** A TCP proxy before PostgreSQL that counts the statements that clients have executed. */
export class StatementCounter implements AsyncDisposable {
  readonly #server: Server
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  readonly counts = new Map<string, number>()
  /** The database's address, through the proxy. */
  readonly url: string

  static async open(databaseUrl: string): Promise<StatementCounter> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new StatementCounter(server, databaseUrl)
  }

  private constructor(server: Server, databaseUrl: string) {
    this.#server = server
    this.#target = new URL(databaseUrl)
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('The proxy has no port')
    this.url = String(Object.assign(new URL(databaseUrl), { port: String(address.port) }))
    server.on('connection', (client) => this.#accept(client))
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(client: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(one)
      one.pipe(other)
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
    this.#readStatements(client)
  }

  #readStatements(client: Socket): void {
    const splitter = new MessageSplitter()
    const reader = new StatementReader()
    let isTyped = false
    const onMessage = (message: Buffer) => {
      if (!isTyped) isTyped = requestOf(message) === 'session'
      else this.#count(reader.executedBy(message)?.text)
    }
    client.on('data', (chunk) => splitter.read(chunk, { isTyped: () => isTyped, onMessage }))
  }

  #count(text: string | undefined): void {
    if (text !== undefined) this.counts.set(text, (this.counts.get(text) ?? 0) + 1)
  }
}
