import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { ProxyConnection, type ProxyRules } from './proxy-connection.ts'

/** A COMMIT, for `cutAt`. */
export const commit = /^\s*(commit|end)\b/i

/** A TCP proxy before PostgreSQL that loses what networks and poolers lose. */
export class TestProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  readonly #connections = new Set<ProxyConnection>()
  readonly #rules: ProxyRules = { dropsNotifications: false, cutPoint: undefined }
  /** How many connections were made to it so far. */
  acceptedCount = 0
  /** What becomes of new connections: swallowed ones are accepted and never answered. */
  newConnections: 'forwarded' | 'swallowed' | 'cut' = 'forwarded'

  /** The database's address, through the proxy. */
  readonly url: string

  static async open(databaseUrl: string): Promise<TestProxy> {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TestProxy(server, databaseUrl)
  }

  private constructor(server: Server, databaseUrl: string) {
    this.#server = server
    this.#target = new URL(databaseUrl)
    const { port } = portOf(server)
    this.url = String(
      Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }),
    )
    server.on('connection', (client) => this.#accept(client))
  }

  /** Ends every present connection. */
  cut(): void {
    for (const connection of this.#connections) connection.cut()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Makes every present connection half-open: both sides stay up and hear nothing any more. */
  hang(): void {
    for (const connection of this.#connections) connection.hang()
  }

  /** As a transaction pooler does: LISTEN succeeds and nothing ever comes. */
  set dropsNotifications(isDropping: boolean) {
    this.#rules.dropsNotifications = isDropping
  }

  /**
   * Cuts, once, the connection whose client sends a statement that matches `text`, in a transaction
   * that matches `transaction` if given. With `isForwarded` (the usual) the server carries it out
   * and the client never gets the answer; else the server never gets it. Resolves when done.
   */
  cutAt(options: { text: RegExp; transaction?: RegExp; isForwarded?: boolean }): Promise<void> {
    return new Promise((resolve) => {
      this.#rules.cutPoint = {
        isAt: ({ text, transaction }) =>
          options.text.test(text) && (options.transaction?.test(transaction) ?? true),
        isForwarded: options.isForwarded ?? true,
        onDone: resolve,
      }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(client: Socket): void {
    this.acceptedCount++
    this.#sockets.add(client)
    client.on('error', () => undefined)
    client.on('close', () => this.#sockets.delete(client))
    if (this.newConnections === 'cut') client.destroy()
    if (this.newConnections === 'swallowed') client.resume()
    if (this.newConnections !== 'forwarded') return
    const target = { host: this.#target.hostname, port: Number(this.#target.port || 5432) }
    const connection = new ProxyConnection(client, target, this.#rules)
    this.#connections.add(connection)
  }
}

// A listening TCP server has a numbered address.
function portOf(server: Server): AddressInfo {
  return server.address() as AddressInfo
}
