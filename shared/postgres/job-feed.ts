import type { Sql } from './connect.ts'
import { insertJobs, jobsChannel, type JobRow } from './insert-jobs.ts'

// A commit that notifies holds a lock over the whole cluster, so at a high rate it is done apart.
const quietMs = 5

/**
 * Puts jobs in the queue outside of any transaction, at a high rate if need be: nodes are woken by
 * the insert itself when the last hint is a while ago, else once for all that came meanwhile.
 */
export class JobFeed implements AsyncDisposable {
  readonly #sql: Sql
  readonly #untold = new Set<string>()
  #toldAt = -Infinity
  #telling: Promise<void> = Promise.resolve()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async add(rows: JobRow[]): Promise<void> {
    const now = performance.now()
    const notify = this.#untold.size === 0 && now - this.#toldAt >= quietMs
    if (notify) this.#toldAt = now
    await insertJobs(this.#sql, rows, { notify })
    if (!notify) this.#tellSoon(rows)
  }

  #tellSoon(rows: JobRow[]): void {
    const isFirst = this.#untold.size === 0
    for (const { lane } of rows) this.#untold.add(lane)
    if (isFirst) this.#telling = this.#tell()
  }

  // A hint that cannot be sent costs a poll's delay; the jobs are in the queue.
  async #tell(): Promise<void> {
    const restMs = Math.max(0, this.#toldAt + quietMs - performance.now())
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const lanes = [...this.#untold]
    this.#untold.clear()
    this.#toldAt = performance.now()
    await this.#sql`
      select pg_notify(${jobsChannel}, lane) from unnest(${lanes}::text[]) as lanes (lane)`.catch(
      () => undefined,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#telling
  }
}
