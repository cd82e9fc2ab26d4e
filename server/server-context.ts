import type { Context } from 'hono'
import type { Sql } from '../shared/postgres/connect.ts'
import type { Log } from '../shared/process/log.ts'
import type { ChangeHub } from './events/change-hub.ts'
import type { ServedFile } from './files/served-file.ts'

/** What the routes work with. The parts that need Node are handed in as functions. */
export type ServerContext = {
  sql: Sql
  changes: ChangeHub
  /** Opens a file by its path below the media folder; undefined when it may not be served. */
  findMediaFile: (path: string) => Promise<ServedFile | undefined>
  /** Opens a file by its path below the folder of the built page. */
  findPageFile: (path: string) => Promise<ServedFile | undefined>
  writer: 'model' | 'offline'
  allowedHosts: string[]
  log: Log
  /** Aborted when the server stops: streams end. */
  stopping: AbortSignal
}

export type AppEnv = { Variables: { requestId: string; accountId: string; isOperator: boolean } }
export type AppContext = Context<AppEnv>
