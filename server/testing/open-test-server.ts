import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../shared/postgres/connect.ts'
import { createAccount } from '../../shared/postgres/create-account.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import type { ServerConfig } from '../config.ts'
import { type Server, startServer } from '../start-server.ts'
import type { LoggedEvent } from './open-test-app.ts'

export type TestServer = AsyncDisposable & {
  sql: Sql
  accountId: string
  config: ServerConfig
  mediaFolder: string
  origin: string
  port: number
  /** `Authorization` of the test account. */
  authorization: string
  logged: LoggedEvent[]
  stop: () => Promise<void>
  /** Starts the server again on the same port. */
  restart: () => Promise<void>
}

/** A listening server over a database and a media folder of the test's own. */
export async function openTestServer(): Promise<TestServer> {
  const database = await testDatabase()
  const { accountId, apiKey } = await createAccount(database.sql, { name: 'Ada', credits: 100 })
  const mediaFolder = await mkdtemp(join(tmpdir(), 'makara-server-'))
  const logged: LoggedEvent[] = []
  const log = (event: string, fields = {}) => void logged.push({ event, fields })
  const config: ServerConfig = {
    host: '127.0.0.1',
    port: 0,
    databaseUrl: database.url,
    mediaFolder,
    pageFolder: join(mediaFolder, 'page'),
    writer: 'offline',
    allowedHosts: [],
    leaseSeconds: 30,
    alerts: { url: undefined, owner: 'operator' },
  }
  let server: Server = await startServer(config, { log })
  const { origin } = server
  const port = Number(new URL(origin).port)
  return {
    sql: database.sql,
    accountId,
    config,
    mediaFolder,
    origin,
    port,
    logged,
    authorization: `Bearer ${apiKey}`,
    stop: async () => server[Symbol.asyncDispose](),
    restart: async () => {
      server = await startServer({ ...config, port }, { log })
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(mediaFolder, { recursive: true })
    },
  }
}
