import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A real HTTP server that alerts are posted to, and what it got. */
export class AlertReceiver implements AsyncDisposable {
  readonly received: Record<string, unknown>[] = []
  /** How each post is answered; 'never' leaves the caller waiting. */
  answer: number | 'never' = 200
  readonly #server: Server

  static async open(): Promise<AlertReceiver> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new AlertReceiver(server)
  }

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      void text(request).then((body) => this.#receive(body, response))
    })
  }

  #receive(body: string, response: ServerResponse): void {
    this.received.push(JSON.parse(body))
    if (this.answer === 'never') return
    response.writeHead(this.answer, { location: '/elsewhere' }).end('A body that nobody reads')
  }

  get url(): string {
    // A listening TCP server has a numbered address.
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/hook?secret=s3cret`
  }

  get events(): string[] {
    return this.received.map(({ event, name }) => `${String(event)} ${String(name)}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
