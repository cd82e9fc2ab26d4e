import { log } from '../shared/process/log.ts'
import type { Lane } from '../shared/postgres/enqueue-job.ts'
import type { Job } from './queue/claim-jobs.ts'
import type { JobEnd, StopReason } from './run-job.ts'

/** Does a job to its end, telling how many frames are drawn. */
export type RunJob = (
  job: Job,
  use: { signal: AbortSignal; reportFrames: (framesDone: number) => void },
) => Promise<JobEnd>

type Running = { job: Job; framesDone: number; stop: AbortController; ended: Promise<void> }

/**
 * The jobs that this node holds right now, by lease token: a node that was asleep past a lease may be
 * given the same job again while its first try has not noticed yet.
 */
export class RunningJobs {
  readonly #running = new Map<string, Running>()
  readonly #onEnd: () => void

  constructor(options: { onEnd: () => void }) {
    this.#onEnd = options.onEnd
  }

  start(job: Job, run: RunJob): void {
    const stop = new AbortController()
    const running: Running = { job, framesDone: 0, stop, ended: Promise.resolve() }
    this.#running.set(job.token, running)
    running.ended = this.#runToEnd(running, run)
  }

  async #runToEnd(running: Running, run: RunJob): Promise<void> {
    const { job, stop } = running
    try {
      await run(job, {
        signal: stop.signal,
        reportFrames: (framesDone) => {
          running.framesDone = framesDone
        },
      })
    } catch (error) {
      // How it ended could not be written; its lease runs out and another try begins.
      log('job.unsettled', { jobId: job.id, kind: job.kind, error: String(error) })
    } finally {
      this.#running.delete(job.token)
      this.#onEnd()
    }
  }

  countIn(lane: Lane): number {
    return this.list().filter(({ job }) => job.lane === lane).length
  }

  list(): { job: Job; framesDone: number }[] {
    return [...this.#running.values()]
  }

  stop(job: Job, reason: StopReason): void {
    this.#running.get(job.token)?.stop.abort(reason)
  }

  stopAll(reason: StopReason): void {
    for (const { stop } of this.#running.values()) stop.abort(reason)
  }

  async allEnded(): Promise<void> {
    await Promise.all([...this.#running.values()].map((running) => running.ended))
  }
}
