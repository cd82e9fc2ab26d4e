import { randomUUID } from 'node:crypto'
import { connect, type Sql } from '../shared/postgres/connect.ts'
import { jobsChannel } from '../shared/postgres/enqueue-job.ts'
import { listen } from '../shared/postgres/listen.ts'
import { pruneOldRows } from '../shared/postgres/prune-old-rows.ts'
import { reclaimLapsedJobs } from '../shared/postgres/reclaim-lapsed-jobs.ts'
import { every } from '../shared/process/every.ts'
import { log } from '../shared/process/log.ts'
import { Wakeup } from '../shared/process/wakeup.ts'
import type { NodeConfig } from './config.ts'
import { LeaseKeeper } from './keep-leases.ts'
import { claimJobs, type Job, queueDueJobs } from './queue/claim-jobs.ts'
import { registerNode } from './queue/register-node.ts'
import { RendererKeeper } from './renderer-keeper.ts'
import { removeAbandonedScratch } from './renderer/scratch-folder.ts'
import type { Rendering } from './jobs/job-context.ts'
import { type JobEnd, runJob } from './run-job.ts'
import { type RunJob, RunningJobs } from './running-jobs.ts'
import { sweepMedia } from './sweep-media.ts'

const pollMs = 2000
const hourMs = 3_600_000
const unneededFilesHours = 24

/** A render node: claims jobs, does them, renews their leases, and gives them back when it drains. */
export class RenderNode implements AsyncDisposable {
  readonly id = randomUUID()
  readonly #config: NodeConfig
  readonly #sql: Sql
  readonly #beatSql: Sql
  readonly #jobs: RunningJobs
  readonly #renderer: RendererKeeper
  readonly #wakeup = new Wakeup()
  readonly #draining = new AbortController()
  readonly #stopping = new AbortController()
  #loops: Promise<unknown>[] = []

  constructor(config: NodeConfig) {
    this.#config = config
    const applicationName = `makara node ${config.nodeName}`
    this.#sql = connect(config.databaseUrl, { applicationName, connectionsMax: 5 })
    this.#beatSql = connect(config.databaseUrl, { applicationName, connectionsMax: 1 })
    this.#jobs = new RunningJobs({ onEnd: () => this.#wakeup.ring() })
    this.#renderer = new RendererKeeper(config)
  }

  async start(): Promise<void> {
    await removeAbandonedScratch(this.#config.dataFolder)
    await this.#register()
    await listen(this.#sql, jobsChannel, {
      onHint: () => this.#wakeup.ring(),
      onConnected: () => this.#wakeup.ring(),
    })
    const { leaseSeconds } = this.#config
    const leases = new LeaseKeeper({ sql: this.#beatSql, jobs: this.#jobs, leaseSeconds })
    const thirdMs = (leaseSeconds * 1000) / 3
    this.#loops = [
      this.#claimLoop(),
      this.#loop(1000, 'heartbeat', () => leases.pass()),
      this.#loop(thirdMs, 'reclaim', () => reclaimLapsedJobs(this.#sql, { leaseSeconds })),
      this.#loop(5000, 'preparation', () => this.#preparePass()),
      this.#loop(hourMs, 'sweep', () => this.#sweep()),
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
    await Promise.all([this.#sql.end({ timeout: 2 }), this.#beatSql.end({ timeout: 2 })])
    log('node.stopped', { nodeId: this.id })
  }

  /** Ends a drain at once: what still runs is stopped and given back. */
  hurry(): void {
    this.#jobs.stopAll('draining')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #claimLoop(): Promise<void> {
    while (!this.#draining.signal.aborted) {
      await this.#claimPass().catch((error) => log('claim.failed', { error: String(error) }))
      await this.#wakeup.wait({ timeoutMs: pollMs, signal: this.#draining.signal })
    }
  }

  async #claimPass(): Promise<void> {
    await queueDueJobs(this.#sql)
    await this.#claimLane('interactive', (job, use) => this.#run(job, { ...use, rendering: null }))
    if (this.#freeSlots('standard') === 0) return
    const ready = await this.#renderer.ready()
    if (!ready) return
    const { pool, prepared } = ready
    await this.#claimLane('standard', (job, use) =>
      pool.use((renderer) => this.#run(job, { ...use, rendering: { renderer, prepared } })),
    )
  }

  #freeSlots(lane: 'interactive' | 'standard'): number {
    return Math.max(0, this.#config.slots[lane] - this.#jobs.countIn(lane))
  }

  async #claimLane(lane: 'interactive' | 'standard', run: RunJob): Promise<void> {
    const limit = this.#freeSlots(lane)
    if (limit === 0 || this.#draining.signal.aborted) return
    const { leaseSeconds } = this.#config
    const jobs = await claimJobs(this.#sql, { nodeId: this.id, lane, limit, leaseSeconds })
    for (const job of jobs) this.#jobs.start(job, run)
  }

  #run(job: Job, use: Parameters<RunJob>[1] & { rendering: Rendering | null }): Promise<JobEnd> {
    return runJob({ sql: this.#sql, job, config: this.#config, nodeId: this.id, ...use })
  }

  #loop(ms: number, name: string, pass: () => Promise<unknown>): Promise<void> {
    return every(ms, pass, {
      signal: this.#stopping.signal,
      onError: (error) => log(`${name}.failed`, { error: String(error) }),
    })
  }

  async #preparePass(): Promise<void> {
    if (await this.#renderer.prepare(this.#draining.signal)) this.#wakeup.ring()
    await this.#register()
  }

  async #sweep(): Promise<void> {
    const { mediaFolder } = this.#config
    const renders = await sweepMedia(this.#sql, { mediaFolder, keepHours: unneededFilesHours })
    const rows = await pruneOldRows(this.#sql)
    if (renders + rows > 0) log('old.removed', { renders, rows })
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
