import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { jobKinds, type Lane, lanes } from '../shared/job-kinds.ts'
import { connect, type Sql } from '../shared/postgres/connect.ts'
import { HintListener } from '../shared/postgres/hint-listener.ts'
import { jobsChannel } from '../shared/postgres/insert-jobs.ts'
import { isDatabaseUnavailable } from '../shared/postgres/is-database-unavailable.ts'
import { maintenanceTasks } from '../shared/postgres/schedule/maintenance-tasks.ts'
import { Schedule } from '../shared/postgres/schedule/schedule.ts'
import { every } from '../shared/process/every.ts'
import { faultPoint } from '../shared/process/fault-point.ts'
import { log } from '../shared/process/log.ts'
import type { NodeConfig } from './config.ts'
import { doWork } from './do-work.ts'
import type { Rendering } from './jobs/job-context.ts'
import { LeaseKeeper } from './keep-leases.ts'
import { LaneLoop } from './lane-loop.ts'
import type { Job } from './queue/exchange-jobs.ts'
import { registerNode } from './queue/register-node.ts'
import { RendererKeeper } from './renderer-keeper.ts'
import { removeAbandonedScratch } from './renderer/scratch-folder.ts'
import { type JobEnd, runJob } from './run-job.ts'
import type { JobControl, RunJob } from './running-job.ts'
import { RunningJobs } from './running-jobs.ts'
import { StageLoop } from './stage-loop.ts'
import { sweepMedia } from './sweep-media.ts'

const hourMs = 3_600_000
const kinds = Object.keys(jobKinds)
const unneededFilesHours = 24
// What a node that is told to end at once may still take to give its jobs back.
const lastWritesMs = 5000

/** A render node: claims jobs, does them, renews their leases, and gives them back when it drains. */
export class RenderNode implements AsyncDisposable {
  readonly id = randomUUID()
  readonly #config: NodeConfig
  readonly #sql: Sql
  readonly #beatSql: Sql
  readonly #jobs: RunningJobs
  readonly #renderer: RendererKeeper
  readonly #lanes: LaneLoop[]
  readonly #staging: StageLoop
  readonly #draining = new AbortController()
  readonly #stopping = new AbortController()
  readonly #hints: HintListener
  #loops: Promise<unknown>[] = []

  constructor(config: NodeConfig) {
    this.#config = config
    // Every loop of the node waits for it at the same time.
    setMaxListeners(50, this.#stopping.signal)
    const { leaseSeconds } = config
    const applicationName = `makara node ${config.nodeName}`
    this.#sql = connect(config.databaseUrl, { applicationName, connectionsMax: 5 })
    this.#beatSql = connect(config.databaseUrl, { applicationName, connectionsMax: 1 })
    this.#hints = new HintListener({
      databaseUrl: config.databaseUrl,
      applicationName: `${applicationName} hints`,
      sql: this.#sql,
      channels: { [jobsChannel]: (lane) => this.#wake(lane) },
      onGap: () => this.#wakeAll(),
      log,
    })
    this.#jobs = new RunningJobs({ leaseSeconds, onEnd: (job, end) => this.#onEnd(job, end) })
    this.#staging = new StageLoop({
      sql: this.#sql,
      kinds,
      pollMs: () => this.#hints.pollMs(),
      onStaged: (lane) => this.#wake(lane),
    })
    this.#renderer = new RendererKeeper(config)
    this.#lanes = lanes.filter((lane) => config.slots[lane] > 0).map((lane) => this.#laneLoop(lane))
  }

  #laneLoop(lane: Lane): LaneLoop {
    const loop: LaneLoop = new LaneLoop({
      sql: this.#sql,
      nodeId: this.id,
      lane,
      slots: this.#config.slots[lane],
      leaseSeconds: this.#config.leaseSeconds,
      kinds,
      jobs: this.#jobs,
      open: () => this.#open(lane, loop),
      pollMs: () => this.#hints.pollMs(),
    })
    return loop
  }

  // Only scripts can be written without a renderer.
  async #open(lane: Lane, loop: LaneLoop): Promise<RunJob | undefined> {
    if (lane === 'interactive') return (job, control) => this.#run(job, { loop, control })
    const ready = await this.#renderer.ready()
    if (!ready) return undefined
    const { pool, prepared } = ready
    return (job, control) =>
      pool.use((renderer) => this.#run(job, { loop, control, rendering: { renderer, prepared } }))
  }

  #run(
    job: Job,
    use: { loop: LaneLoop; control: JobControl; rendering?: Rendering },
  ): Promise<JobEnd> {
    const { control, loop, rendering = null } = use
    const sql = this.#sql
    const config = this.#config
    return runJob({
      sql,
      job,
      control,
      work: () => doWork({ sql, job, config, control, rendering }),
      finish: (...end) => loop.finish(...end),
    })
  }

  #onEnd(job: Job, end: JobEnd | undefined): void {
    if (end === 'retried') this.#staging.wake()
    this.#wake(job.lane)
  }

  async start(): Promise<void> {
    await removeAbandonedScratch(this.#config.dataFolder)
    // The database may come up later than the node; a wrong address or password ends it.
    await this.#register().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error
      log('registration.failed', { error: String(error) })
    })
    const { leaseSeconds } = this.#config
    const leases = new LeaseKeeper({ sql: this.#beatSql, jobs: this.#jobs, leaseSeconds })
    const signals = { draining: this.#draining.signal, stopping: this.#stopping.signal }
    this.#loops = [
      ...this.#lanes.map((lane) => lane.run(signals)),
      this.#staging.run(this.#stopping.signal),
      this.#loop(1000, 'heartbeat', () => leases.pass()),
      this.#loop(1000, 'deadline', async () => this.#jobs.stopOverdue()),
      this.#loop(5000, 'preparation', () => this.#preparePass()),
      this.#schedule().run(this.#stopping.signal),
    ]
    log('node.started', { nodeId: this.id, name: this.#config.nodeName })
  }

  /**
   * Takes no more jobs, finishes what it can within the drain time, gives the rest back, and ends
   * every process it started.
   */
  async stop(): Promise<void> {
    if (this.#draining.signal.aborted) return
    this.#draining.abort()
    log('node.draining', { nodeId: this.id, jobs: this.#jobs.list().length })
    await faultPoint('drain.begun')
    const limit = setTimeout(() => this.hurry(), this.#config.drainSeconds * 1000)
    await this.#jobs.allEnded()
    clearTimeout(limit)
    this.#stopping.abort()
    await Promise.all(this.#loops)
    // Whatever goes wrong on the way out must not keep the process from ending.
    const outcomes = await Promise.allSettled([
      this.#renderer[Symbol.asyncDispose](),
      this.#register('stopped'),
    ])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') log('stop.failed', { error: String(outcome.reason) })
    }
    await this.#hints[Symbol.asyncDispose]()
    await Promise.all([this.#sql.end({ timeout: 2 }), this.#beatSql.end({ timeout: 2 })])
    log('node.stopped', { nodeId: this.id })
  }

  /**
   * Ends a drain at once: what still runs is stopped and given back, or, when the database does not
   * answer in time, left to be reclaimed.
   */
  hurry(): void {
    this.#jobs.stopAll('draining')
    setTimeout(() => this.#jobs.abandonAll(), lastWritesMs).unref()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  #wake(lane: string): void {
    for (const loop of this.#lanes) if (loop.lane === lane) loop.wake()
  }

  #wakeAll(): void {
    for (const loop of this.#lanes) loop.wake()
  }

  #loop(ms: number, name: string, pass: () => Promise<unknown>): Promise<void> {
    return every(ms, pass, {
      signal: this.#stopping.signal,
      onError: (error) => log(`${name}.failed`, { error: String(error) }),
    })
  }

  async #preparePass(): Promise<void> {
    if (await this.#renderer.prepare(this.#draining.signal)) this.#wakeAll()
    await this.#register()
  }

  #schedule(): Schedule {
    const sql = this.#sql
    const { leaseSeconds, alerts, mediaFolder } = this.#config
    const sweep = {
      name: 'sweep-media',
      everyMs: hourMs,
      run: async () => {
        const renders = await sweepMedia(sql, { mediaFolder, keepHours: unneededFilesHours })
        if (renders > 0) log('files.removed', { renders })
      },
    }
    const tasks = [...maintenanceTasks({ sql, leaseSeconds, alerts, log }), sweep]
    return new Schedule({ sql, tasks, log })
  }

  #register(ended?: 'stopped'): Promise<void> {
    const { reason, bundleHash } = this.#renderer
    const isDraining = this.#draining.signal.aborted
    return registerNode(this.#sql, {
      id: this.id,
      name: this.#config.nodeName,
      slots: this.#config.slots,
      release: bundleHash,
      state: ended ?? (isDraining ? 'draining' : reason === null ? 'ready' : 'unready'),
      reason: isDraining ? null : reason,
    })
  }
}

/** Starts a render node. `await using` stops it. */
export async function startNode(config: NodeConfig): Promise<RenderNode> {
  const node = new RenderNode(config)
  try {
    await node.start()
    return node
  } catch (error) {
    await node.stop()
    throw error
  }
}
