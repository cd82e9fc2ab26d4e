import { log } from '../shared/process/log.ts'
import type { Lane } from '../shared/postgres/enqueue-job.ts'
import type { Job } from './queue/claim-jobs.ts'
import type { JobEnd, StopReason } from './run-job.ts'

type Running = { job: Job; framesDone: number; stop: AbortController; ended: Promise<void> }

/** The jobs that this node holds right now. */
export class RunningJobs {
  readonly #running = new Map<number, Running>()
  readonly #run: (
    job: Job,
    use: { signal: AbortSignal; reportFrames: (n: number) => void },
  ) => Promise<JobEnd>
  readonly #onEnd: () => void

  constructor(options: {
    run: (
      job: Job,
      use: { signal: AbortSignal; reportFrames: (n: number) => void },
    ) => Promise<JobEnd>
    onEnd: () => void
  }) {
    this.#run = options.run
    this.#onEnd = options.onEnd
  }

  start(job: Job): void {
    const stop = new AbortController()
    const running: Running = { job, framesDone: 0, stop, ended: Promise.resolve() }
    this.#running.set(job.id, running)
    running.ended = this.#runToEnd(running)
  }

  async #runToEnd(running: Running): Promise<void> {
    const { job, stop } = running
    try {
      await this.#run(job, {
        signal: stop.signal,
        reportFrames: (framesDone) => {
          running.framesDone = framesDone
        },
      })
    } catch (error) {
      // How it ended could not be written; its lease runs out and another try begins.
      log('job.unsettled', { jobId: job.id, kind: job.kind, error: String(error) })
    } finally {
      this.#running.delete(job.id)
      this.#onEnd()
    }
  }

  countIn(lane: Lane): number {
    return this.list().filter(({ job }) => job.lane === lane).length
  }

  list(): { job: Job; framesDone: number }[] {
    return [...this.#running.values()]
  }

  stop(jobId: number, reason: StopReason): void {
    this.#running.get(jobId)?.stop.abort(reason)
  }

  stopAll(reason: StopReason): void {
    for (const { stop } of this.#running.values()) stop.abort(reason)
  }

  async allEnded(): Promise<void> {
    await Promise.all([...this.#running.values()].map((running) => running.ended))
  }
}
