import * as v from 'valibot'
import { draftSchema, type DraftChange } from '../../shared/draft.ts'
import type { Format } from '../../shared/format.ts'
import type { Language } from '../../shared/language.ts'
import { problemSchema, type Problem } from '../../shared/problem.ts'
import { renderSnapshotSchema } from '../../shared/render.ts'
import { noteServerDate } from './server-clock.ts'

const draftAnswerSchema = v.object({ draft: draftSchema })
const draftListSchema = v.object({
  drafts: v.array(draftSchema),
  nextCursor: v.optional(v.nullable(v.string()), null),
})
const renderAnswerSchema = v.object({ render: renderSnapshotSchema })
const sessionSchema = v.object({
  accountName: v.string(),
  writer: v.picklist(['offline', 'model']),
})

export type Session = v.InferOutput<typeof sessionSchema>
export type DraftList = v.InferOutput<typeof draftListSchema>

/** What came of a request. `unreachable` also covers a gateway without a server behind it. */
export type Answer<Value> =
  | { kind: 'ok'; value: Value }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'unreachable' }

export type DraftSource =
  | { kind: 'url'; url: string }
  | { kind: 'text'; text: string }
  | { kind: 'html'; html: Blob; name: string }

export type DraftRequest = {
  source: DraftSource
  format: Format
  language: Language | null
  sound: boolean
}

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  json?: unknown
  html?: Blob
  idempotencyKey?: string
  keepalive?: boolean
  signal?: AbortSignal
}

const requestTimeoutMs = 30_000

/** The API as the page uses it. Every answer is parsed; no method rejects. */
export class ApiClient {
  readonly #onReach: (isReached: boolean) => void
  readonly #signedOutListeners = new Set<() => void>()

  constructor(options: { onReach: (isReached: boolean) => void }) {
    this.#onReach = options.onReach
  }

  /** Calls `listener` whenever an answer says that nobody is signed in (any more). */
  whenSignedOut(listener: () => void): () => void {
    this.#signedOutListeners.add(listener)
    return () => this.#signedOutListeners.delete(listener)
  }

  readSession(options: { signal?: AbortSignal } = {}) {
    return this.#request(sessionSchema, '/v1/session', options)
  }

  listDrafts(options: { cursor?: string; signal?: AbortSignal } = {}) {
    const { cursor, ...rest } = options
    const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`
    return this.#request(draftListSchema, `/v1/drafts${query}`, rest)
  }

  readDraft(draftId: string, options: { signal?: AbortSignal } = {}) {
    return this.#request(draftAnswerSchema, draftPath(draftId), options)
  }

  createDraft(request: DraftRequest, options: { idempotencyKey: string }) {
    const { source, format, sound } = request
    const language = request.language === null ? {} : { language: request.language }
    if (source.kind === 'html') {
      const query = new URLSearchParams({
        format,
        ...language,
        sound: String(sound),
        name: source.name,
      })
      const html = source.html
      return this.#request(draftAnswerSchema, `/v1/drafts?${query}`, {
        method: 'POST',
        html,
        ...options,
      })
    }
    const text = source.kind === 'url' ? { url: source.url } : { text: source.text }
    const json = { ...text, format, ...language, sound }
    return this.#request(draftAnswerSchema, '/v1/drafts', { method: 'POST', json, ...options })
  }

  /** Goes on while the tab closes, so that the last edit still arrives. */
  changeDraft(draftId: string, change: DraftChange) {
    return this.#request(draftAnswerSchema, draftPath(draftId), {
      method: 'PATCH',
      json: change,
      keepalive: true,
    })
  }

  deleteDraft(draftId: string) {
    return this.#request(v.null(), draftPath(draftId), { method: 'DELETE' })
  }

  retryDraft(draftId: string, options: { idempotencyKey: string }) {
    return this.#request(draftAnswerSchema, `${draftPath(draftId)}/retry`, {
      method: 'POST',
      json: {},
      ...options,
    })
  }

  startRender(draftId: string, options: { idempotencyKey: string }) {
    return this.#request(renderAnswerSchema, `${draftPath(draftId)}/renders`, {
      method: 'POST',
      json: {},
      ...options,
    })
  }

  cancelRender(renderId: string) {
    return this.#request(renderAnswerSchema, `/v1/renders/${encodeURIComponent(renderId)}`, {
      method: 'DELETE',
    })
  }

  async #request<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    options: RequestOptions,
  ): Promise<Answer<v.InferOutput<Schema>>> {
    try {
      const response = await fetch(path, fetchOptionsOf(options))
      noteServerDate(response.headers.get('date'))
      const body = await readJson(response)
      const answer = answerOf(schema, response, body)
      this.#onReach(answer.kind !== 'unreachable')
      if (response.status === 401) for (const listener of this.#signedOutListeners) listener()
      return answer
    } catch {
      if (options.signal?.aborted !== true) this.#onReach(false)
      return { kind: 'unreachable' }
    }
  }
}

function draftPath(draftId: string): string {
  return `/v1/drafts/${encodeURIComponent(draftId)}`
}

function fetchOptionsOf(options: RequestOptions): RequestInit {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  const headers = new Headers({ accept: 'application/json' })
  if (options.json !== undefined) headers.set('content-type', 'application/json')
  if (options.html !== undefined) headers.set('content-type', 'text/html')
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  return {
    method: options.method ?? 'GET',
    headers,
    body: options.html ?? (options.json === undefined ? null : JSON.stringify(options.json)),
    keepalive: options.keepalive ?? false,
    signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function answerOf<Schema extends v.GenericSchema>(
  schema: Schema,
  response: Response,
  body: unknown,
): Answer<v.InferOutput<Schema>> {
  if (response.ok) {
    const parsed = v.safeParse(schema, body)
    return parsed.success ? { kind: 'ok', value: parsed.output } : unreadable(response.status)
  }
  const problem = v.safeParse(problemSchema, body)
  if (problem.success) return { kind: 'refused', problem: problem.output }
  return response.status >= 502 && response.status <= 504
    ? { kind: 'unreachable' }
    : unreadable(response.status)
}

function unreadable(status: number): { kind: 'refused'; problem: Problem } {
  return {
    kind: 'refused',
    problem: {
      type: 'about:blank',
      title: 'Unreadable answer',
      status,
      code: 'unreadable_answer',
      detail: 'Makara gave an answer that this page cannot read. Reload the page and try again.',
    },
  }
}
