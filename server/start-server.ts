import { getRequestListener } from '@hono/node-server'
import { connect } from '../shared/postgres/connect.ts'
import { maintenanceTasks } from '../shared/postgres/schedule/maintenance-tasks.ts'
import { Schedule } from '../shared/postgres/schedule/schedule.ts'
import type { Log } from '../shared/process/log.ts'
import type { ServerConfig } from './config.ts'
import { createApp } from './create-app.ts'
import { ChangeHub } from './events/change-hub.ts'
import { findFileInside } from './files/find-file-inside.ts'
import { HttpListener } from './http-listener.ts'
import { problemResponse } from './problem-response.ts'

const connectionsMax = 10
const lastQuerySeconds = 2

export type Server = AsyncDisposable & { origin: string }

/**
 * Starts the API and the page, also while the database is away: what needs it is answered 503 until
 * it is there. Disposing of the server ends every stream, socket and connection.
 * @throws `StartError` when the port cannot be had.
 */
export async function startServer(config: ServerConfig, { log }: { log: Log }): Promise<Server> {
  const sql = connect(config.databaseUrl, { applicationName: 'makara server', connectionsMax })
  const stop = new AbortController()
  const changes = new ChangeHub()
  const app = createApp({
    sql,
    changes,
    findMediaFile: (path) => findFileInside(config.mediaFolder, path),
    findPageFile: (path) => findFileInside(config.pageFolder, path),
    writer: config.writer,
    allowedHosts: config.allowedHosts,
    log,
    stopping: stop.signal,
  })
  const onRequest = getRequestListener((request) => app.fetch(request), {
    errorHandler: () => unreadableRequest(),
    overrideGlobalObjects: false,
  })
  const listener = await HttpListener.open(
    (request, response) => void onRequest(request, response),
    config,
  )
  changes.listen({ databaseUrl: config.databaseUrl, sql, log })
  const { leaseSeconds, alerts } = config
  const tasks = maintenanceTasks({ sql, leaseSeconds, alerts, log })
  const maintaining = new Schedule({ sql, tasks, log }).run(stop.signal)
  return {
    origin: listener.origin,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await listener[Symbol.asyncDispose]()
      await changes[Symbol.asyncDispose]()
      await Promise.all([sql.end({ timeout: lastQuerySeconds }), maintaining])
    },
  }
}

// The application answers its own errors; what comes here has no readable address or host.
function unreadableRequest(): Response {
  return problemResponse(crypto.randomUUID(), {
    status: 400,
    code: 'request_invalid',
    detail: 'The address of the request cannot be read.',
  })
}
