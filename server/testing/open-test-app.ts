import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../shared/postgres/connect.ts'
import { createAccount } from '../../shared/postgres/create-account.ts'
import { type TestDatabase, testDatabase } from '../../shared/testing/test-database.ts'
import { createApp } from '../create-app.ts'
import { ChangeHub } from '../events/change-hub.ts'
import { findFileInside } from '../files/find-file-inside.ts'

export type LoggedEvent = { event: string; fields: Record<string, unknown> }

export type TestApp = AsyncDisposable & {
  sql: Sql
  accountId: string
  apiKey: string
  changes: ChangeHub
  mediaFolder: string
  pageFolder: string
  logged: LoggedEvent[]
  /** Sends a request as the test account; `apiKey: null` leaves the key out. */
  send: (path: string, options?: SendOptions) => Promise<Response>
}

export type SendOptions = {
  method?: string
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
  apiKey?: string | null
}

/** The app over a database and folders of the test's own, without sockets. */
export async function openTestApp(): Promise<TestApp> {
  const database = await testDatabase()
  const { sql } = database
  const { accountId, apiKey } = await createAccount(sql, { name: 'Ada', credits: 100 })
  const folder = await mkdtemp(join(tmpdir(), 'makara-app-'))
  const changes = new ChangeHub()
  const stop = new AbortController()
  const logged: LoggedEvent[] = []
  await listen(changes, database)
  const app = createApp({
    sql,
    changes,
    findMediaFile: (path) => findFileInside(folder, path),
    findPageFile: (path) => findFileInside(join(folder, 'page'), path),
    writer: 'offline',
    allowedHosts: ['intranet.local'],
    log: (event, fields = {}) => logged.push({ event, fields }),
    stopping: stop.signal,
  })
  return {
    sql,
    accountId,
    apiKey,
    changes,
    logged,
    mediaFolder: folder,
    pageFolder: join(folder, 'page'),
    send: async (path, options = {}) => app.request(path, requestOf({ apiKey, ...options })),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await changes[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

// The poll is quicker than in earnest, for the tests that lose a hint.
function listen(changes: ChangeHub, { url, sql }: TestDatabase): Promise<void> {
  return new Promise((resolve) => {
    changes.listen({
      databaseUrl: url,
      sql,
      log: (event) => event === 'hints.proven' && resolve(),
      timing: { pollProvenMs: 2000 },
    })
  })
}

function requestOf(options: SendOptions): RequestInit {
  const { apiKey, json, body } = options
  return {
    method: options.method ?? 'GET',
    headers: {
      ...(apiKey !== null && apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  }
}
