import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export type HostileAnswer = (socket: Socket, path: string) => void

/** A server for tests that writes raw bytes, as rude as wanted, and remembers every request. */
export class HostileServer implements AsyncDisposable {
  readonly requests: string[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(answer: HostileAnswer, tls?: { key: string; cert: string }) {
    const onSocket = (socket: Socket) => this.#serve(socket, answer)
    this.#server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket)
  }

  static async start(
    answer: HostileAnswer,
    tls?: { key: string; cert: string },
  ): Promise<HostileServer> {
    const server = new HostileServer(answer, tls)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') {
      throw new Error('Cannot tell port: not listening')
    }
    return address.port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket, answer: HostileAnswer): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (!received.endsWith('\r\n\r\n')) return
      this.requests.push(received)
      answer(socket, received.split(' ')[1] ?? '')
      received = ''
    })
  }
}

/** A whole HTTP answer that closes the connection. */
export function httpAnswer(
  status: string,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status}\r\n${lines.join('')}connection: close\r\n\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

/** Writes the same bytes for as long as somebody reads them. */
export function writeForEver(socket: Socket, bytes: Uint8Array): void {
  while (!socket.destroyed && socket.write(bytes));
  socket.once('drain', () => writeForEver(socket, bytes))
}
