import { randomUUID } from 'node:crypto'
import { jobKinds } from '../../../shared/job-kinds.ts'
import { connect, type Sql } from '../../../shared/postgres/connect.ts'
import { HintListener } from '../../../shared/postgres/hint-listener.ts'
import { jobsChannel } from '../../../shared/postgres/insert-jobs.ts'
import { every } from '../../../shared/process/every.ts'
import { log } from '../../../shared/process/log.ts'
import { aborted } from '../../../shared/process/stop-signals.ts'
import { LeaseKeeper } from '../../keep-leases.ts'
import { LaneLoop } from '../../lane-loop.ts'
import type { Job } from '../../queue/exchange-jobs.ts'
import { readPayload } from '../../queue/read-payload.ts'
import { type JobEnd, runJob } from '../../run-job.ts'
import type { JobControl } from '../../running-job.ts'
import { RunningJobs } from '../../running-jobs.ts'
import { StageLoop } from '../../stage-loop.ts'
import { benchKind, benchLane } from './bench-row.ts'
import type { WorkerOptions } from './contestant.ts'

const leaseSeconds = 60
const beatMs = 1000
const kinds = Object.keys(jobKinds)

/** A render node's queue side, put together as in start-node.ts, with one lane and no renderer. */
export class OurWorker implements AsyncDisposable {
  readonly #sql: Sql
  readonly #beatSql: Sql
  readonly #jobs: RunningJobs
  readonly #loop: LaneLoop
  readonly #hints: HintListener
  readonly #draining = new AbortController()
  readonly #stopping = new AbortController()
  readonly #onStart: (number: number) => void
  readonly #running: Promise<unknown>
  /** Resolves when it hears of new jobs. */
  readonly isReady: Promise<void>

  constructor(url: string, { concurrency, onStart }: WorkerOptions) {
    const applicationName = 'makara bench worker'
    this.#onStart = onStart
    this.#sql = connect(url, { applicationName, connectionsMax: 5 })
    this.#beatSql = connect(url, { applicationName, connectionsMax: 1 })
    this.#jobs = new RunningJobs({ leaseSeconds, onEnd: () => this.#loop.wake() })
    this.#loop = this.#makeLoop(concurrency)
    const { hints, isProven } = this.#listen(url, applicationName)
    this.#hints = hints
    this.isReady = isProven
    this.#running = this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#draining.abort()
    await this.#jobs.allEnded()
    this.#stopping.abort()
    await this.#running
    await this.#hints[Symbol.asyncDispose]()
    await Promise.all([this.#sql.end(), this.#beatSql.end()])
  }

  #makeLoop(slots: number): LaneLoop {
    return new LaneLoop({
      sql: this.#sql,
      nodeId: randomUUID(),
      lane: benchLane,
      slots,
      leaseSeconds,
      kinds,
      jobs: this.#jobs,
      open: async () => (job, control) => this.#work(job, control),
      pollMs: () => this.#hints.pollMs(),
    })
  }

  #listen(
    databaseUrl: string,
    applicationName: string,
  ): { hints: HintListener; isProven: Promise<void> } {
    const proven = new AbortController()
    const hints: HintListener = new HintListener({
      databaseUrl,
      applicationName,
      sql: this.#sql,
      channels: { [jobsChannel]: (lane) => void (lane === benchLane && this.#loop.wake()) },
      onGap: () => {
        this.#loop.wake()
        if (hints.isProven) proven.abort()
      },
      log,
    })
    return { hints, isProven: aborted(proven.signal) }
  }

  #run(): Promise<unknown> {
    const { signal } = this.#stopping
    const leases = new LeaseKeeper({ sql: this.#beatSql, jobs: this.#jobs, leaseSeconds })
    const staging = new StageLoop({
      sql: this.#sql,
      kinds,
      pollMs: () => this.#hints.pollMs(),
      onStaged: () => this.#loop.wake(),
    })
    return Promise.all([
      this.#loop.run({ draining: this.#draining.signal, stopping: signal }),
      staging.run(signal),
      every(beatMs, () => leases.pass(), {
        signal,
        onError: (error) => log('heartbeat.failed', { error: String(error) }),
      }),
      every(beatMs, async () => this.#jobs.stopOverdue(), { signal, onError: () => undefined }),
    ])
  }

  #work(job: Job, control: JobControl): Promise<JobEnd> {
    return runJob({
      sql: this.#sql,
      job,
      control,
      work: async () => {
        this.#onStart(readPayload(job, benchKind).payload.position)
        return { outcome: 'moot' }
      },
      finish: (...end) => this.#loop.finish(...end),
    })
  }
}
