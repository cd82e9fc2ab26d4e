import { setTimeout as delay } from 'node:timers/promises'
import { commit } from '../../shared/testing/test-proxy.ts'
import type { BrokenPromises } from './broken-promises.ts'
import { type ChaosFarm, leaseSeconds } from './chaos-farm.ts'
import type { FarmObserver } from './farm-observer.ts'
import { type Fault, type FaultKind, faultKinds } from './fault-schedule.ts'
import type { KeptProcess } from './kept-process.ts'
import { listProcesses } from './list-processes.ts'

const pauseMs = leaseSeconds * 1000 + 1500
const drainMsMax = 15_000

// Of the transactions, those that change more than a lease; of the statements, those about jobs.
const weighty = /insert into (outputs|renders|render_parts|drafts)|update (render_parts|drafts)/i
const aboutJobs = /(update|delete from|insert into) jobs\b/i

/** Makes one thing after the other go wrong. */
export class FaultInjector implements AsyncDisposable {
  readonly #farm: ChaosFarm
  readonly #observer: FarmObserver
  readonly #broken: BrokenPromises
  readonly #paused = new Set<KeptProcess>()
  readonly #ending = new AbortController()
  #later: Promise<void>[] = []
  #isCutArmed = false
  /** How often each happened. */
  readonly counts: Record<FaultKind, number>

  constructor(parts: { farm: ChaosFarm; observer: FarmObserver; broken: BrokenPromises }) {
    this.#farm = parts.farm
    this.#observer = parts.observer
    this.#broken = parts.broken
    this.counts = noCounts()
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** Goes through the faults until the signal aborts. */
  async run(faults: Iterator<Fault, never>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { value: fault } = faults.next()
      await delay(fault.waitMs, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await this.#inject(fault)
    }
  }

  async #inject({ kind, place }: Fault): Promise<void> {
    const node = at(this.#farm.nodes, place)
    switch (kind) {
      case 'node_kill':
        return this.#killNode(node)
      case 'node_pause':
        return this.#pause(node)
      case 'node_drain':
        return this.#drain(node)
      case 'server_kill':
        this.counts[kind]++
        return this.#farm.end(this.#farm.server, 'SIGKILL')
      case 'renderer_kill':
        return this.#killRenderer(place)
      case 'database_restart':
        this.counts[kind]++
        return this.#farm.database.restart()
      case 'commit_cut':
        return this.#cutAtCommit(place)
      case 'connections_cut':
        this.counts[kind]++
        return this.#farm.proxy.cut()
    }
  }

  #killNode(node: KeptProcess): void {
    this.counts.node_kill++
    const started = node.current.lines.find((line) => line.event === 'node.started')
    this.#farm.end(node, 'SIGKILL')
    if (started) this.#observer.nodeDied(String(started.nodeId))
  }

  // Long enough to lose its leases, and then it goes on as if nothing had been.
  #pause(node: KeptProcess): void {
    if (this.#paused.has(node)) return
    this.counts.node_pause++
    this.#paused.add(node)
    const { current } = node
    current.signal('SIGSTOP')
    this.#do(async () => {
      await this.#wait(pauseMs)
      current.signal('SIGCONT')
      this.#paused.delete(node)
    })
  }

  #drain(node: KeptProcess): void {
    this.counts.node_drain++
    const { current } = node
    this.#farm.end(node, 'SIGTERM')
    this.#do(async () => {
      await Promise.race([current.ended, delay(drainMsMax, undefined, { ref: false })])
      if (!current.hasEnded) {
        this.#broken.add('a node did not end when told to', { lines: current.lines.slice(-20) })
        current.signal('SIGKILL')
      } else if (current.exitCode) {
        this.#broken.add('a node did not drain well', { stderr: current.stderr.slice(-2000) })
      }
    })
  }

  async #killRenderer(place: number): Promise<void> {
    const nodes = new Set(this.#farm.nodes.map((node) => node.current.pid))
    const processes = await listProcesses()
    const renderers = processes.filter(
      ({ parent, command }) => nodes.has(parent) && command.includes('renderer-main.ts'),
    )
    if (renderers.length === 0) return
    this.counts.renderer_kill++
    killIfThere(at(renderers, place).pid)
  }

  #cutAtCommit(place: number): void {
    if (this.#isCutArmed) return
    this.#isCutArmed = true
    const where = place < 0.7 ? { text: commit, transaction: weighty } : { text: aboutJobs }
    void this.#countCut(where)
  }

  async #countCut(where: Parameters<ChaosFarm['proxy']['cutAt']>[0]): Promise<void> {
    await this.#farm.proxy.cutAt(where)
    this.counts.commit_cut++
    this.#isCutArmed = false
  }

  #do(work: () => Promise<void>): void {
    this.#later.push(work())
  }

  async #wait(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined)
  }

  /** Ends what is still going wrong. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#later)
  }
}

function noCounts(): Record<FaultKind, number> {
  const [first, ...rest] = faultKinds
  const counts = { [first]: 0 } as Record<FaultKind, number>
  for (const kind of rest) counts[kind] = 0
  return counts
}

function at<T>(list: T[], place: number): T {
  const found = list[Math.floor(place * list.length)]
  if (found === undefined) throw new Error('Cannot pick from nothing')
  return found
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
