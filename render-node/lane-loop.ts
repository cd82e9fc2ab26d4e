import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Lane } from '../shared/job-kinds.ts'
import type { Sql } from '../shared/postgres/connect.ts'
import type { JobOutcome } from '../shared/postgres/end-jobs.ts'
import { faultPoint } from '../shared/process/fault-point.ts'
import { Spell } from '../shared/process/spell.ts'
import { Wakeup } from '../shared/process/wakeup.ts'
import { exchangeJobs, type Job } from './queue/exchange-jobs.ts'
import { handBackStrays, parkIfOwned } from './queue/settle-job.ts'
import type { JobControl, RunJob } from './running-job.ts'
import type { RunningJobs } from './running-jobs.ts'

type Ended = {
  job: Job
  outcome: JobOutcome
  control: Pick<JobControl, 'isLost'>
  settle: (isOwned: boolean) => void
}

// A claim whose answer was lost may still be written as long as a statement may run.
const strayMs = 40_000
const pauseAfterErrorMs = 500

export type LaneOptions = {
  sql: Sql
  nodeId: string
  lane: Lane
  slots: number
  leaseSeconds: number
  /** What this release can do; other kinds are left to nodes that can. */
  kinds: string[]
  jobs: RunningJobs
  /** How the lane's jobs are run; undefined while this node should take none of them. */
  open: () => Promise<RunJob | undefined>
  pollMs: () => number
}

/**
 * One lane of a node: takes as many jobs as it has free slots whenever it is woken, one statement at
 * a time, and ends with the same statement those that have nothing else to write.
 */
export class LaneLoop {
  readonly #options: LaneOptions
  readonly #bell = new Wakeup()
  readonly #failures: Spell
  #ended: Ended[] = []
  #straysUntil = 0

  constructor(options: LaneOptions) {
    this.#options = options
    this.#failures = new Spell(`claim.${options.lane}`)
  }

  get lane(): Lane {
    return this.#options.lane
  }

  wake(): void {
    this.#bell.ring()
  }

  /** Ends a job with the next statement; false when its lease had moved on, or is lost till then. */
  finish(job: Job, outcome: JobOutcome, control: Ended['control']): Promise<boolean> {
    return new Promise((settle) => {
      this.#ended.push({ job, outcome, control, settle })
      this.wake()
    })
  }

  /** Works until `stopping`; from `draining` on it takes no more jobs. */
  async run(signals: { draining: AbortSignal; stopping: AbortSignal }): Promise<void> {
    while (!signals.stopping.aborted) {
      try {
        await this.pass({ isOpen: !signals.draining.aborted })
        this.#failures.end()
      } catch (error) {
        this.#failures.begin(error)
        await delay(pauseAfterErrorMs * (1 + Math.random()))
        this.wake()
      }
      const timeoutMs = this.#options.pollMs()
      await this.#bell.wait({ timeoutMs, signal: signals.stopping })
    }
  }

  /** One turn of the lane. */
  async pass(turn: { isOpen: boolean }): Promise<void> {
    try {
      await this.#takeTurn(turn)
    } catch (error) {
      this.#straysUntil = performance.now() + strayMs
      throw error
    }
  }

  async #takeTurn({ isOpen }: { isOpen: boolean }): Promise<void> {
    const { lane, slots, jobs } = this.#options
    const free = slots - jobs.countIn(lane) + this.#ended.length
    const run = isOpen && free > 0 ? await this.#options.open() : undefined
    await this.#handBackStrays()
    const ended = this.#ended.splice(0)
    if (!run && ended.length === 0) return
    if (run) await faultPoint('claim.before')
    const claimedAt = performance.now()
    const { claimed, finished } = await this.#exchange(ended, run ? free : 0)
    if (claimed.length > 0) await faultPoint('claim.after')
    for (const { job, settle } of ended) settle(finished.includes(job.token))
    // Those who waited for that end now, and free their slots before new jobs take them.
    if (ended.length > 0) await setImmediate()
    if (run) await this.#start(claimed, run, claimedAt)
  }

  async #exchange(ended: Ended[], limit: number): ReturnType<typeof exchangeJobs> {
    const { sql, nodeId, lane, leaseSeconds } = this.#options
    const plain = ended.map(({ job, outcome }) => ({ id: job.id, token: job.token, outcome }))
    try {
      return await exchangeJobs(sql, { nodeId, lane, limit, leaseSeconds, ended: plain })
    } catch (error) {
      this.#ended.unshift(...ended.filter(({ control }) => !control.isLost))
      for (const { control, settle } of ended) if (control.isLost) settle(false)
      throw error
    }
  }

  async #start(claimed: Job[], run: RunJob, claimedAt: number): Promise<void> {
    const { sql, jobs, kinds } = this.#options
    for (const job of claimed) if (kinds.includes(job.kind)) jobs.start(job, run, { claimedAt })
    const unknown = claimed.filter((job) => !kinds.includes(job.kind))
    if (unknown.length > 0) await parkIfOwned(sql, unknown)
  }

  async #handBackStrays(): Promise<void> {
    if (performance.now() > this.#straysUntil) return
    const { sql, nodeId, lane, jobs } = this.#options
    const heldTokens = jobs.list().map(({ job }) => job.token)
    await handBackStrays(sql, { nodeId, lane, heldTokens })
  }
}
