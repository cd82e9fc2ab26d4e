import { randomUUID } from 'node:crypto'
import { connect, type Sql } from '../shared/postgres/connect.ts'
import { jobsChannel } from '../shared/postgres/enqueue-job.ts'
import { listen } from '../shared/postgres/listen.ts'
import { reclaimLapsedJobs } from '../shared/postgres/reclaim-lapsed-jobs.ts'
import { every } from '../shared/process/every.ts'
import { log } from '../shared/process/log.ts'
import { Wakeup } from '../shared/process/wakeup.ts'
import type { NodeConfig } from './config.ts'
import { LeaseKeeper } from './keep-leases.ts'
import { claimJobs, type Job, queueDueJobs } from './queue/claim-jobs.ts'
import { type NodeState, registerNode } from './queue/register-node.ts'
import { type PreparedRenderer, prepareRenderer } from './renderer/prepare-renderer.ts'
import { removeAbandonedScratch } from './renderer/scratch-folder.ts'
import { RendererPool } from './renderer-pool.ts'
import { runJob } from './run-job.ts'
import { RunningJobs } from './running-jobs.ts'

const pollMs = 2000

/** A render node: claims jobs, does them, renews their leases, and gives them back when it drains. */
export class RenderNode implements AsyncDisposable {
  readonly id = randomUUID()
  readonly #config: NodeConfig
  readonly #sql: Sql
  readonly #beatSql: Sql
  readonly #jobs: RunningJobs
  readonly #wakeup = new Wakeup()
  readonly #draining = new AbortController()
  readonly #stopping = new AbortController()
  #state: { state: NodeState; reason: string | null } = {
    state: 'unready',
    reason: 'The browser and the compositions are being prepared.',
  }
  #ready: { prepared: PreparedRenderer; renderers: RendererPool } | undefined
  #loops: Promise<unknown>[] = []

  constructor(config: NodeConfig) {
    this.#config = config
    const applicationName = `makara node ${config.nodeName}`
    this.#sql = connect(config.databaseUrl, { applicationName, connectionsMax: 5 })
    this.#beatSql = connect(config.databaseUrl, { applicationName, connectionsMax: 1 })
    this.#jobs = new RunningJobs({
      run: (job, use) => this.#run(job, use),
      onEnd: () => this.#wakeup.ring(),
    })
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
      this.#loop(thirdMs, 'registration', () => this.#register()),
      this.#prepareLoop(),
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
    this.#state = { state: 'draining', reason: null }
    log('node.draining', { nodeId: this.id, jobs: this.#jobs.list().length })
    const limit = setTimeout(() => this.hurry(), this.#config.drainSeconds * 1000)
    await this.#jobs.allEnded()
    clearTimeout(limit)
    this.#stopping.abort()
    await Promise.all(this.#loops)
    await this.#ready?.renderers[Symbol.asyncDispose]()
    this.#state = { state: 'stopped', reason: null }
    await this.#register().catch((error) => log('node.not-registered', { error: String(error) }))
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
    for (const lane of ['interactive', 'standard'] as const) await this.#claimLane(lane)
  }

  async #claimLane(lane: 'interactive' | 'standard'): Promise<void> {
    const slots = lane === 'standard' && !this.#ready ? 0 : this.#config.slots[lane]
    const limit = slots - this.#jobs.countIn(lane)
    if (limit <= 0 || this.#draining.signal.aborted) return
    const { leaseSeconds } = this.#config
    const jobs = await claimJobs(this.#sql, { nodeId: this.id, lane, limit, leaseSeconds })
    for (const job of jobs) this.#jobs.start(job)
  }

  #run(job: Job, use: { signal: AbortSignal; reportFrames: (framesDone: number) => void }) {
    const context = { sql: this.#sql, job, config: this.#config, nodeId: this.id, ...use }
    const ready = this.#ready
    if (job.kind === 'script' || !ready) return runJob({ ...context, rendering: null })
    const { prepared } = ready
    return ready.renderers.use((renderer) =>
      runJob({ ...context, rendering: { renderer, prepared } }),
    )
  }

  #loop(ms: number, name: string, pass: () => Promise<unknown>): Promise<void> {
    return every(ms, pass, {
      signal: this.#stopping.signal,
      onError: (error) => log(`${name}.failed`, { error: String(error) }),
    })
  }

  async #prepareLoop(): Promise<void> {
    const { dataFolder, browser, stallSeconds } = this.#config
    while (!this.#ready && !this.#draining.signal.aborted) {
      try {
        const { signal } = this.#draining
        const prepared = await prepareRenderer({ dataFolder, browser, signal })
        const { browserExecutable } = prepared
        const renderers = new RendererPool({ dataFolder, browserExecutable, stallSeconds })
        this.#ready = { prepared, renderers }
        this.#state = { state: 'ready', reason: null }
        log('node.ready', { nodeId: this.id, bundleHash: prepared.bundleHash })
      } catch (error) {
        if (this.#draining.signal.aborted) return
        this.#state = { state: 'unready', reason: 'The renderer could not be prepared.' }
        log('prepare.failed', { error: String(error) })
        await new Wakeup().wait({ timeoutMs: 30_000, signal: this.#draining.signal })
      }
      await this.#register().catch((error) => log('registration.failed', { error: String(error) }))
      this.#wakeup.ring()
    }
  }

  #register(): Promise<void> {
    return registerNode(this.#sql, {
      id: this.id,
      name: this.#config.nodeName,
      slots: this.#config.slots,
      release: this.#ready?.prepared.bundleHash ?? '',
      ...this.#state,
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
