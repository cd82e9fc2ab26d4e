import { randomUUID } from 'node:crypto'
import { connect, type Sql } from '../../../shared/postgres/connect.ts'
import { insertJobs } from '../../../shared/postgres/insert-jobs.ts'
import { exchangeJobs } from '../../queue/exchange-jobs.ts'
import { benchLane, benchRow } from './bench-row.ts'

const lease = { nodeId: randomUUID(), lane: benchLane, leaseSeconds: 60 } as const
const limit = 10

/** Claims ten jobs at a time and leaves as many waiting as there were. */
export class Claimer implements AsyncDisposable {
  readonly sql: Sql

  constructor(url: string) {
    this.sql = connect(url, { applicationName: 'makara bench claims', connectionsMax: 1 })
  }

  /** Returns how many ms the claim took; what is done to make it up is not counted. */
  async claim(): Promise<number> {
    const from = performance.now()
    const { claimed } = await exchangeJobs(this.sql, { ...lease, limit })
    const ms = performance.now() - from
    const ended = claimed.map(({ id, token }) => ({ id, token, outcome: 'moot' as const }))
    await exchangeJobs(this.sql, { ...lease, limit: 0, ended })
    // An id is given once, so no job of another claim has the same key.
    const rows = claimed.map(({ id }) => benchRow(id))
    await insertJobs(this.sql, rows, { notify: false })
    return ms
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sql.end()
  }
}
