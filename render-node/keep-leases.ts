import type { Sql } from '../shared/postgres/connect.ts'
import { Spell } from '../shared/process/spell.ts'
import { faultPoint } from '../shared/process/fault-point.ts'
import { beatLeases } from './queue/beat-leases.ts'
import { reportProgress } from './queue/report-progress.ts'
import type { RunningJob } from './running-job.ts'
import type { RunningJobs } from './running-jobs.ts'

/**
 * One look, each second, at whether the leases need a heartbeat: when a third of their time is over,
 * or when there is progress to tell. A node that gets no answer goes on working, but neither pays
 * nor publishes before its leases are renewed (`whenFresh`).
 */
export class LeaseKeeper {
  readonly #sql: Sql
  readonly #jobs: RunningJobs
  readonly #leaseSeconds: number
  readonly #silence = new Spell('heartbeat')
  #told = new Map<string, string>()

  constructor(options: { sql: Sql; jobs: RunningJobs; leaseSeconds: number }) {
    this.#sql = options.sql
    this.#jobs = options.jobs
    this.#leaseSeconds = options.leaseSeconds
  }

  async pass(): Promise<void> {
    const running = this.#jobs.list()
    const sentAt = performance.now()
    const dueMs = (this.#leaseSeconds * 1000) / 3
    const isDue = running.some(({ renewedAt }) => sentAt - renewedAt >= dueMs)
    const hasNews = running.some((one) => this.#told.get(one.job.token) !== newsOf(one))
    if (!isDue && !hasNews) return
    try {
      await this.#beat(running, sentAt)
      this.#silence.end()
    } catch (error) {
      this.#silence.begin(error)
    }
  }

  async #beat(running: RunningJob[], sentAt: number): Promise<void> {
    this.#told = new Map(running.map((one) => [one.job.token, newsOf(one)]))
    await faultPoint('beat.before')
    const answers = await beatLeases(this.#sql, running, this.#leaseSeconds)
    await faultPoint('beat.after')
    const held = new Map(answers.map((answer) => [answer.token, answer]))
    for (const one of running) {
      const answer = held.get(one.job.token)
      if (!answer) one.stop('lease lost')
      else if (answer.stop) one.stop('cancelled')
      if (answer?.isRenewed) one.renewedAt = sentAt
    }
    const renderIds = running.flatMap(({ job }) => job.renderId ?? [])
    if (renderIds.length > 0) await reportProgress(this.#sql, [...new Set(renderIds)])
  }
}

function newsOf({ framesDone, lastWords }: RunningJob): string {
  return `${framesDone} ${lastWords}`
}
