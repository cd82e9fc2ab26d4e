import { isJobKind, jobKinds, type Lane } from '../shared/job-kinds.ts'
import { log } from '../shared/process/log.ts'
import type { Job } from './queue/exchange-jobs.ts'
import type { JobEnd, StopReason } from './run-job.ts'
import { type RunJob, RunningJob } from './running-job.ts'

/**
 * The jobs that this node holds right now, by lease token: a node that was asleep past a lease may be
 * given the same job again while its first try has not noticed yet.
 */
export class RunningJobs {
  readonly #running = new Map<string, RunningJob>()
  readonly #freshMs: number
  readonly #onEnd: (job: Job, end: JobEnd | undefined) => void

  /** A lease is fresh until a third of its time is left. */
  constructor(options: {
    leaseSeconds: number
    onEnd: (job: Job, end: JobEnd | undefined) => void
  }) {
    this.#freshMs = (options.leaseSeconds * 1000 * 2) / 3
    this.#onEnd = options.onEnd
  }

  /** `claimedAt`: when the claim was sent; of `performance.now()`. */
  start(job: Job, run: RunJob, { claimedAt }: { claimedAt: number }): void {
    const running = new RunningJob(job, { claimedAt, freshMs: this.#freshMs })
    this.#running.set(job.token, running)
    running.ended = this.#runToEnd(running, run)
  }

  async #runToEnd(running: RunningJob, run: RunJob): Promise<void> {
    const { job } = running
    let end: JobEnd | undefined
    try {
      end = await run(job, running)
    } catch (error) {
      // How it ended could not be written; its lease runs out and another try begins.
      log('job.unsettled', { jobId: job.id, kind: job.kind, error: String(error) })
    } finally {
      this.#running.delete(job.token)
      this.#onEnd(job, end)
    }
  }

  list(): RunningJob[] {
    return [...this.#running.values()]
  }

  countIn(lane: Lane): number {
    let count = 0
    for (const { job } of this.#running.values()) if (job.lane === lane) count++
    return count
  }

  stopAll(reason: StopReason): void {
    for (const running of this.#running.values()) running.stop(reason)
  }

  /** Stops those that take longer than their kind may. */
  stopOverdue(): void {
    const now = performance.now()
    for (const running of this.#running.values()) {
      if (now - running.claimedAt > deadlineMsOf(running.job)) running.stop('deadline')
    }
  }

  /** Nothing about these jobs will be written any more; reclaim takes them. */
  abandonAll(): void {
    for (const running of this.#running.values()) running.isLost = true
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.list().map((running) => running.ended))
  }
}

function deadlineMsOf({ kind }: Job): number {
  return isJobKind(kind) ? jobKinds[kind].deadlineMs : Number.POSITIVE_INFINITY
}
