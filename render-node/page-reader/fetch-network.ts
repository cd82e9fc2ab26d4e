import { buildConnector } from 'undici'
import { type HostileAnswer, HostileServer, httpAnswer } from './hostile-server.ts'
import type { FetchPageOptions } from './request-page.ts'

export const publicAddress = '93.184.215.14'
export const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' }
export const pageAnswer = httpAnswer('200 OK', htmlHeaders, '<p>Hello</p>')

/**
 * The network of the fetch tests: public addresses lead to the site, all others to the internal
 * server. What the guard decides is untouched by it.
 */
export class FetchNetwork implements AsyncDisposable {
  answer: HostileAnswer = (socket) => socket.end(pageAnswer)
  readonly lookups: string[] = []
  readonly dialled: string[] = []
  readonly site: HostileServer
  readonly internal: HostileServer

  private constructor(servers: { site: HostileServer; internal: HostileServer }) {
    this.site = servers.site
    this.internal = servers.internal
  }

  static async start(tls?: { key: string; cert: string }): Promise<FetchNetwork> {
    const internal = await HostileServer.start((socket) => socket.end(pageAnswer))
    const site = await HostileServer.start((socket, path) => network.answer(socket, path), tls)
    const network = new FetchNetwork({ site, internal })
    return network
  }

  /** Options whose name server gives these answers, one after the other, the last one for ever. */
  options(answers: string[][] = [[publicAddress]], ca?: string): FetchPageOptions {
    const dial = buildConnector(ca === undefined ? {} : { ca })
    return {
      signal: new AbortController().signal,
      deadlineMs: 5000,
      lookup: async (hostname) => {
        this.lookups.push(hostname)
        const addresses = answers[Math.min(this.lookups.length, answers.length) - 1] ?? []
        return addresses.map((address) => ({ address }))
      },
      connect: (request, callback) => {
        this.dialled.push(request.hostname)
        const { port } = request.hostname.startsWith('93.184.215.') ? this.site : this.internal
        dial({ ...request, hostname: '127.0.0.1', port: String(port) }, callback)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.site[Symbol.asyncDispose](), this.internal[Symbol.asyncDispose]()])
  }
}
