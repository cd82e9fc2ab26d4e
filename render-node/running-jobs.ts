import { setTimeout as delay } from 'node:timers/promises'
import type { Lane } from '../shared/job-kinds.ts'
import { log } from '../shared/process/log.ts'
import type { Job } from './queue/exchange-jobs.ts'
import type { JobEnd, StopReason } from './run-job.ts'

/** How a job's work and its holder talk to each other. */
export type JobControl = {
  /** Aborts when the work must stop; its reason is a `StopReason`. */
  signal: AbortSignal
  /** Aborts when nothing about the job can be written any more: its lease is lost, or the node ends. */
  lost: AbortSignal
  reportFrames: (framesDone: number) => void
  reportWords: (words: string) => void
  /** Resolves once the lease was renewed lately: before paid calls and publication. */
  whenFresh: () => Promise<void>
}

/** Does a job to its end. */
export type RunJob = (job: Job, control: JobControl) => Promise<JobEnd>

export type Running = {
  job: Job
  framesDone: number
  lastWords: string | null
  /** When the claim or heartbeat that renewed the lease last was sent; of `performance.now()`. */
  renewedAt: number
  stop: AbortController
  lost: AbortController
  ended: Promise<void>
}

/**
 * The jobs that this node holds right now, by lease token: a node that was asleep past a lease may be
 * given the same job again while its first try has not noticed yet.
 */
export class RunningJobs {
  readonly #running = new Map<string, Running>()
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

  start(job: Job, run: RunJob, { claimedAt }: { claimedAt: number }): void {
    const running: Running = {
      job,
      framesDone: 0,
      lastWords: null,
      renewedAt: claimedAt,
      stop: new AbortController(),
      lost: new AbortController(),
      ended: Promise.resolve(),
    }
    this.#running.set(job.token, running)
    running.ended = this.#runToEnd(running, run)
  }

  async #runToEnd(running: Running, run: RunJob): Promise<void> {
    const { job } = running
    let end: JobEnd | undefined
    try {
      end = await run(job, this.#controlOf(running))
    } catch (error) {
      // How it ended could not be written; its lease runs out and another try begins.
      log('job.unsettled', { jobId: job.id, kind: job.kind, error: String(error) })
    } finally {
      this.#running.delete(job.token)
      this.#onEnd(job, end)
    }
  }

  #controlOf(running: Running): JobControl {
    return {
      signal: running.stop.signal,
      lost: running.lost.signal,
      reportFrames: (framesDone) => {
        running.framesDone = framesDone
      },
      reportWords: (words) => {
        running.lastWords = words
      },
      whenFresh: async () => {
        while (performance.now() - running.renewedAt > this.#freshMs) {
          running.stop.signal.throwIfAborted()
          await delay(50)
        }
      },
    }
  }

  list(): Running[] {
    return [...this.#running.values()]
  }

  countIn(lane: Lane): number {
    return this.list().filter(({ job }) => job.lane === lane).length
  }

  stop(token: string, reason: StopReason): void {
    const running = this.#running.get(token)
    running?.stop.abort(reason)
    if (reason === 'lease lost') running?.lost.abort()
  }

  stopAll(reason: StopReason): void {
    for (const token of this.#running.keys()) this.stop(token, reason)
  }

  /** Nothing about these jobs will be written any more; reclaim takes them. */
  abandonAll(): void {
    for (const { lost } of this.#running.values()) lost.abort()
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.list().map((running) => running.ended))
  }
}
