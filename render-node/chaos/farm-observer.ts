import type { Sql } from '../../shared/postgres/connect.ts'
import { every } from '../../shared/process/every.ts'

const lookEveryMs = 150
const invariantsEveryMs = 1000

type HeldJob = { id: number; owner: string; token: string }
type LostJob = { token: string; lostAt: Date }

/** Looks at the database all the while: what is violated, if only for a moment, and who takes over. */
export class FarmObserver implements AsyncDisposable {
  readonly #sql: Sql
  readonly #stopping = new AbortController()
  readonly #loops: Promise<void>[]
  readonly violations = new Set<string>()
  #held: HeldJob[] = []
  readonly #lost = new Map<number, LostJob>()
  /** From a node's death to the next claim of each job that it held. */
  readonly takeovers: { jobId: number; lostAt: Date; seconds: number }[] = []

  constructor(sql: Sql) {
    this.#sql = sql
    // While the database is away there is nothing to see.
    const options = { signal: this.#stopping.signal, onError: () => undefined }
    this.#loops = [
      every(lookEveryMs, () => this.#lookAtJobs(), options),
      every(invariantsEveryMs, () => this.lookAtInvariants(), options),
    ]
  }

  /** Tells that a node has just been killed: what it held is to be taken over. */
  nodeDied(nodeId: string): void {
    for (const { id, owner, token } of this.#held) {
      if (owner === nodeId) this.#lost.set(id, { token, lostAt: new Date() })
    }
  }

  async lookAtInvariants(): Promise<void> {
    const rows = await this.#sql<{ rule: string; subject: string }[]>`
      select rule, subject from invariants`
    for (const { rule, subject } of rows) this.violations.add(`${rule}: ${subject}`)
  }

  async #lookAtJobs(): Promise<void> {
    const sql = this.#sql
    this.#held = await sql<HeldJob[]>`
      select id, lease_owner as owner, lease_token as token from jobs where state = 'processing'`
    if (this.#lost.size > 0) await this.#lookForTakeovers()
  }

  // A job that has ended was taken over if its last claim came after the death of its holder.
  async #lookForTakeovers(): Promise<void> {
    const ids = [...this.#lost.keys()]
    const rows = await this.#sql<{ id: number; claimedAt: Date | null; token: string | null }[]>`
      select id, claimed_at as "claimedAt", lease_token as token from jobs where id = any (${ids})
      union all
      select id, claimed_at, null from job_history where id = any (${ids})`
    const seen = new Map(rows.map((row) => [row.id, row]))
    for (const [id, { token, lostAt }] of this.#lost) {
      const job = seen.get(id)
      const isTaken = job?.claimedAt && job.claimedAt > lostAt && job.token !== token
      if (job?.claimedAt && isTaken) {
        const seconds = (job.claimedAt.getTime() - lostAt.getTime()) / 1000
        this.takeovers.push({ jobId: id, lostAt, seconds })
      }
      if (isTaken || !job) this.#lost.delete(id)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
  }
}
