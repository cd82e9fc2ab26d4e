import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { StartError } from './start-error.ts'

const graceMs = 2000
const sweepEveryMs = 50
// Whoever neither sends nor takes anything for this long is gone: live streams beat every 15 s. A
// client whose answer has not begun is not silent but waits for us.
const silenceMs = 120_000
const requestMs = 120_000

/** The listening socket with its connections. Disposing of it ends all of them within two seconds. */
export class HttpListener implements AsyncDisposable {
  readonly #http: HttpServer
  readonly origin: string

  private constructor(http: HttpServer, origin: string) {
    this.#http = http
    this.origin = origin
  }

  static async open(
    onRequest: RequestListener,
    address: { host: string; port: number; silenceMs?: number },
  ): Promise<HttpListener> {
    const http = createServer({ requestTimeout: requestMs }, (request, response) => {
      spareWaiting(request, response)
      onRequest(request, response)
    })
    http.setTimeout(address.silenceMs ?? silenceMs)
    await new Promise<void>((resolve, reject) => {
      http.once('error', (error) => reject(startErrorOf(error, address)))
      http.listen(address.port, address.host, resolve)
    })
    return new HttpListener(http, originOf(http, address.host))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()))
    // A connection whose last answer has just ended stays open for another request.
    const sweep = setInterval(() => this.#http.closeIdleConnections(), sweepEveryMs)
    const cut = setTimeout(() => this.#http.closeAllConnections(), graceMs)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

function spareWaiting(request: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    if (response.headersSent || !request.complete) socket.destroy()
  })
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is taken. Set PORT to another one.',
  EACCES: 'this user may not open the port. Set PORT to one above 1023.',
  EADDRNOTAVAIL: 'this machine does not have the address. Set HOST to another one.',
  ENOTFOUND: 'the host name is unknown. Set HOST to another one.',
}

function startErrorOf(
  error: NodeJS.ErrnoException,
  address: { host: string; port: number },
): StartError {
  const reason = reasons[error.code ?? ''] ?? error.message
  return new StartError(`Cannot listen on ${address.host}:${address.port}: ${reason}`, {
    cause: error,
  })
}

function originOf(http: HttpServer, host: string): string {
  const address = http.address()
  if (!address || typeof address === 'string') throw new Error('Cannot tell which port is open')
  const isAnyHost = host === '0.0.0.0' || host === '::'
  const name = isAnyHost ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${address.port}`
}
