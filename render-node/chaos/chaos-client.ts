import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BrokenPromises } from './broken-promises.ts'

const askAgainMs = 400
const answerMsMax = 15_000

export type Answer = {
  status: number
  body: unknown
  location: string | null
  /** An earlier try had no answer, or one that leaves open whether it was carried out. */
  isRepeated: boolean
}

/** A client of the API as they should be: what gets no answer, or 503, is asked again. */
export class ChaosClient {
  readonly #origin: string
  readonly #apiKey: string
  readonly #broken: BrokenPromises

  constructor(options: { origin: string; apiKey: string; broken: BrokenPromises }) {
    this.#origin = options.origin
    this.#apiKey = options.apiKey
    this.#broken = options.broken
  }

  /** Asks until there is an answer. Any status but the expected ones is a broken promise. */
  async ask(
    request: string,
    options: { expected: number[]; signal: AbortSignal; body?: unknown },
  ): Promise<Answer> {
    for (let isRepeated = false; ; isRepeated = true) {
      options.signal.throwIfAborted()
      const answer = await this.#send(request, options).catch(() => undefined)
      if (answer && answer.status !== 503) {
        if (!options.expected.includes(answer.status)) {
          const name = request.replaceAll(/[0-9a-f-]{36}/g, ':id')
          this.#broken.add(`${answer.status} for ${name}`, answer)
        }
        return { ...answer, isRepeated }
      }
      const waitMs = Math.max(askAgainMs, answer?.retryAfterMs ?? 0)
      await delay(waitMs, undefined, { signal: options.signal })
    }
  }

  /** An open stream of events, or undefined when there is none to be had now. */
  async openEvents(
    path: string,
    options: { lastEventId: string; signal: AbortSignal },
  ): Promise<Response | undefined> {
    const headers = { ...this.#headers(), 'Last-Event-ID': options.lastEventId }
    const { signal } = options
    return fetch(`${this.#origin}${path}`, { headers, signal }).catch(() => undefined)
  }

  /** The SHA-256 (hex) of what is served there. */
  async fingerprint(path: string): Promise<string> {
    const response = await fetch(`${this.#origin}${path}`, { headers: this.#headers() })
    const bytes = await response.arrayBuffer()
    return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
  }

  async #send(request: string, options: { signal: AbortSignal; body?: unknown }) {
    const [method = 'GET', path = '/'] = request.split(' ')
    const isWithBody = options.body !== undefined
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: { ...this.#headers(), ...(isWithBody && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(answerMsMax)]),
      ...(isWithBody && { body: JSON.stringify(options.body) }),
    })
    const { status, headers } = response
    const isJson = headers.get('content-type')?.includes('json')
    const body: unknown = isJson ? await response.json() : await response.text()
    const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1000
    return { status, body, location: headers.get('location'), retryAfterMs }
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#apiKey}` }
  }
}
