import { log } from '../shared/process/log.ts'
import type { Sql } from '../shared/postgres/connect.ts'
import { beatLeases, reportProgress } from './queue/beat-leases.ts'
import type { RunningJobs } from './running-jobs.ts'

/**
 * One look, each second, at whether the leases need a heartbeat: when a third of their time is over,
 * or when there is progress to tell. Without a heartbeat that succeeded in good time the node stops
 * its own work, as others may already have been given it.
 */
export class LeaseKeeper {
  readonly #sql: Sql
  readonly #jobs: RunningJobs
  readonly #leaseSeconds: number
  #lastSentAt = performance.now()
  #framesTold = new Map<string, number>()

  constructor(options: { sql: Sql; jobs: RunningJobs; leaseSeconds: number }) {
    this.#sql = options.sql
    this.#jobs = options.jobs
    this.#leaseSeconds = options.leaseSeconds
  }

  async pass(): Promise<void> {
    const running = this.#jobs.list()
    const sentAt = performance.now()
    if (running.length === 0) {
      this.#lastSentAt = sentAt
      this.#framesTold.clear()
      return
    }
    const hasNews = running.some(
      ({ job, framesDone }) => this.#framesTold.get(job.token) !== framesDone,
    )
    const isDue = sentAt - this.#lastSentAt >= (this.#leaseSeconds * 1000) / 3
    if (!hasNews && !isDue) return
    try {
      await this.#beat(running)
      this.#lastSentAt = sentAt
    } catch (error) {
      log('heartbeat.failed', { error: String(error) })
      this.#giveUpIfLate()
    }
  }

  async #beat(running: ReturnType<RunningJobs['list']>): Promise<void> {
    const beats = running.map(({ job, framesDone }) => ({ job, framesDone }))
    const answers = await beatLeases(this.#sql, beats, this.#leaseSeconds)
    const held = new Map(answers.map((answer) => [answer.token, answer.stop]))
    for (const { job } of beats) {
      if (!held.has(job.token)) this.#jobs.stop(job, 'lease lost')
      else if (held.get(job.token)) this.#jobs.stop(job, 'cancelled')
    }
    this.#framesTold = new Map(beats.map(({ job, framesDone }) => [job.token, framesDone]))
    const renderIds = beats.flatMap(({ job }) => job.renderId ?? [])
    if (renderIds.length > 0) await reportProgress(this.#sql, [...new Set(renderIds)])
  }

  #giveUpIfLate(): void {
    const silentMs = performance.now() - this.#lastSentAt
    if (silentMs > (this.#leaseSeconds * 1000 * 2) / 3) this.#jobs.stopAll('lease lost')
  }
}
