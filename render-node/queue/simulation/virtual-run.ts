import type { Job } from '../exchange-jobs.ts'
import type { JobControl } from '../../running-job.ts'
import type { JobEnd, StopReason } from '../../run-job.ts'

type Gate = { open: () => void; close: (reason: unknown) => void }

/**
 * A job that a virtual node does: the product's own code, which stands still wherever it waits for
 * pixels or a fresh lease, until a step lets it go on, fail or stop.
 */
export class VirtualRun implements JobControl {
  readonly job: Job
  /** Where the work stands still. */
  gate: Gate | undefined
  end: JobEnd | undefined
  /** Positions of parts that this run found lost when it began. */
  lostParts: number[] = []
  readonly #stop = new AbortController()
  isLost = false
  stopReason: StopReason | undefined
  #hasMoved: { resolve: () => void; reject: (error: unknown) => void } | undefined

  constructor(job: Job) {
    this.job = job
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  reportFrames(): void {}

  reportWords(): void {}

  whenFresh(): Promise<void> {
    return this.stand(this.signal)
  }

  /** Begins the job; resolves once it stands still or has ended. */
  async begin(run: () => Promise<JobEnd>): Promise<void> {
    await this.#move(() => void this.#runToEnd(run))
  }

  async #runToEnd(run: () => Promise<JobEnd>): Promise<void> {
    try {
      this.end = await run()
      this.#hasMoved?.resolve()
    } catch (error) {
      this.#hasMoved?.reject(error)
    }
  }

  async goOn(): Promise<void> {
    await this.#move(() => this.gate?.open())
  }

  async goOnToTheEnd(): Promise<void> {
    while (this.end === undefined) await this.goOn()
  }

  async fail(failure: Error): Promise<void> {
    await this.#move(() => this.gate?.close(failure))
  }

  async stop(reason: StopReason): Promise<void> {
    await this.#move(() => {
      if (reason === 'lease lost') this.isLost = true
      this.stopReason ??= reason
      this.#stop.abort(reason)
    })
  }

  /** Waits for the next step, as work does that takes its time. */
  stand(signal: AbortSignal): Promise<void> {
    return new Promise((open, close) => {
      if (signal.aborted) return close(signal.reason)
      this.gate = { open, close }
      signal.addEventListener('abort', () => close(signal.reason), { once: true })
      this.#hasMoved?.resolve()
    })
  }

  async #move(act: () => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#hasMoved = { resolve, reject }
      act()
    })
  }
}
