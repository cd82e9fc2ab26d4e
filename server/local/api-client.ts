import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { type Draft, draftSchema } from '../../shared/draft.ts'
import { problemSchema } from '../../shared/problem.ts'
import { type RenderSnapshot, renderSnapshotSchema } from '../../shared/render.ts'

/** A request that the API refused, in its own words. */
export class RefusedError extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.name = 'RefusedError'
    this.code = code
  }
}

const signInLinkSchema = v.object({ url: v.string() })

/** The part of Makara's API that commands use. Methods throw `RefusedError` for a 4xx or 5xx. */
export class ApiClient {
  readonly #origin: string
  readonly #apiKey: string

  constructor(options: { origin: string; apiKey: string }) {
    this.#origin = options.origin
    this.#apiKey = options.apiKey
  }

  async createSignInLink(): Promise<string> {
    const link = await this.#json(signInLinkSchema, '/v1/sign-in-links', { method: 'POST' })
    return link.url
  }

  createDraft(body: Record<string, unknown>): Promise<Draft> {
    return this.#draft('/v1/drafts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  createHtmlDraft(html: Uint8Array<ArrayBuffer>, query: Record<string, string>): Promise<Draft> {
    return this.#draft(`/v1/drafts?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'content-type': 'text/html' },
      body: html,
    })
  }

  readDraft(id: string): Promise<Draft> {
    return this.#draft(`/v1/drafts/${id}`)
  }

  async startRender(draftId: string): Promise<RenderSnapshot> {
    const path = `/v1/drafts/${draftId}/renders`
    return (await this.#json(v.object({ render: renderSnapshotSchema }), path, { method: 'POST' }))
      .render
  }

  async readRender(id: string): Promise<RenderSnapshot> {
    return (await this.#json(v.object({ render: renderSnapshotSchema }), `/v1/renders/${id}`))
      .render
  }

  async cancelRender(id: string): Promise<void> {
    await this.#fetch(`/v1/renders/${id}`, { method: 'DELETE' })
  }

  readVideo(draftId: string): Promise<Response> {
    return this.#fetch(`/v1/drafts/${draftId}/video`)
  }

  async readManifest(draftId: string): Promise<string> {
    return (await this.#fetch(`/v1/drafts/${draftId}/manifest`)).text()
  }

  async #draft(path: string, init?: RequestInit): Promise<Draft> {
    return (await this.#json(v.object({ draft: draftSchema }), path, init)).draft
  }

  async #json<T>(
    schema: v.GenericSchema<unknown, T>,
    path: string,
    init?: RequestInit,
  ): Promise<T> {
    const response = await this.#fetch(path, init)
    return v.parse(schema, await response.json())
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.#apiKey}`)
    const response = await this.#send(`${this.#origin}${path}`, { ...init, headers })
    if (response.ok) return response
    const problem = v.safeParse(problemSchema, await response.json().catch(() => undefined))
    throw problem.success
      ? new RefusedError(problem.output.code, problem.output.detail)
      : new RefusedError('unexpected_answer', `The server answered ${response.status}.`)
  }

  // A server that is started again is back within seconds; reading twice does no harm.
  async #send(address: string, init: RequestInit): Promise<Response> {
    const withinMs = init.method === undefined ? 20_000 : 0
    const deadline = performance.now() + withinMs
    for (;;) {
      try {
        return await fetch(address, init)
      } catch (cause) {
        if (performance.now() < deadline) await delay(500)
        else throw new Error(`The server at ${this.#origin} does not answer.`, { cause })
      }
    }
  }
}
