import { getRequestListener } from '@hono/node-server'
import { connect } from '../shared/postgres/connect.ts'
import { reclaimLapsedJobs } from '../shared/postgres/reclaim-lapsed-jobs.ts'
import { every } from '../shared/process/every.ts'
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
  const listening = changes.listen(sql).catch((error: unknown) => {
    log('changes.listen-failed', { error: String(error) })
  })
  // Every process reclaims, so that lapsed work goes on with any other process down.
  const reclaiming = every(
    (config.leaseSeconds * 1000) / 3,
    () => reclaimLapsedJobs(sql, { leaseSeconds: config.leaseSeconds }),
    {
      signal: stop.signal,
      onError: (error) => log('reclaim.failed', { error: String(error) }),
    },
  )
  return {
    origin: listener.origin,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await listener[Symbol.asyncDispose]()
      await Promise.all([sql.end({ timeout: lastQuerySeconds }), listening, reclaiming])
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
