import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from './queue/exchange-jobs.ts'
import type { JobEnd, StopReason } from './run-job.ts'

/** How a job's work and its holder talk to each other. */
export type JobControl = {
  /** Aborts when the work must stop; its reason is `stopReason`. */
  readonly signal: AbortSignal
  readonly stopReason: StopReason | undefined
  /** Nothing about the job can be written any more: its lease is lost, or the node ends. */
  readonly isLost: boolean
  reportFrames: (framesDone: number) => void
  reportWords: (words: string) => void
  /** Resolves once the lease was renewed lately: before paid calls and publication. */
  whenFresh: () => Promise<void>
}

/** Does a job to its end. */
export type RunJob = (job: Job, control: JobControl) => Promise<JobEnd>

/** A job that this node holds right now. */
export class RunningJob implements JobControl {
  readonly job: Job
  readonly claimedAt: number
  /** When the claim or heartbeat that renewed the lease last was sent; of `performance.now()`. */
  renewedAt: number
  framesDone = 0
  lastWords: string | null = null
  stopReason: StopReason | undefined
  isLost = false
  ended: Promise<void> = Promise.resolve()
  readonly #freshMs: number
  // Made when first asked for: most of a small job's cost otherwise.
  #stopping: AbortController | undefined

  constructor(job: Job, lease: { claimedAt: number; freshMs: number }) {
    this.job = job
    this.claimedAt = lease.claimedAt
    this.renewedAt = lease.claimedAt
    this.#freshMs = lease.freshMs
  }

  get signal(): AbortSignal {
    if (!this.#stopping) {
      this.#stopping = new AbortController()
      if (this.stopReason) this.#stopping.abort(this.stopReason)
    }
    return this.#stopping.signal
  }

  /** Tells the work to stop; only the first reason counts, but a lost lease is lost. */
  stop(reason: StopReason): void {
    if (reason === 'lease lost') this.isLost = true
    if (this.stopReason) return
    this.stopReason = reason
    this.#stopping?.abort(reason)
  }

  reportFrames(framesDone: number): void {
    this.framesDone = framesDone
  }

  reportWords(words: string): void {
    this.lastWords = words
  }

  async whenFresh(): Promise<void> {
    while (performance.now() - this.renewedAt > this.#freshMs) {
      this.signal.throwIfAborted()
      await delay(50)
    }
  }
}
