import { setTimeout as delay } from 'node:timers/promises'
import { createAccount } from '../../shared/postgres/create-account.ts'
import { until } from '../../shared/process/until.ts'
import { ffmpegProgram } from '../renderer/ffmpeg-program.ts'
import type { BrokenPromises } from './broken-promises.ts'
import { ChaosClient } from './chaos-client.ts'
import type { ChaosFarm } from './chaos-farm.ts'
import { type ChaosVerdict, judgeRenders } from './chaos-verdict.ts'
import { FarmObserver } from './farm-observer.ts'
import { faultSchedule } from './fault-schedule.ts'
import { FaultInjector } from './inject-faults.ts'
import { findOrphans } from './find-orphans.ts'
import { checkServedVideos } from './judge-videos.ts'
import { readUnended } from './judge-rows.ts'
import type { Visitor } from './make-visit.ts'
import { receiveVisitors } from './receive-visitors.ts'
import { SeededRandom } from './seeded-random.ts'
import { accountCount, visitSchedule } from './visit-schedule.ts'

const settleMsMax = 60_000
const orphanMsMax = 10_000

export type ChaosOptions = {
  seed: number
  nodes: number
  /** How long things go wrong, or how many renders are accepted meanwhile. */
  length: { seconds: number } | { renders: number }
  /** Whether the farm's folder stays, however the run ends. */
  keep: boolean
  tell: (line: string) => void
  /** Ends the run early, without a verdict. */
  signal: AbortSignal
}

/** The three parts of a run: trouble, settling, judgement. */
export class ChaosRun implements AsyncDisposable {
  readonly #options: ChaosOptions
  readonly #farm: ChaosFarm
  readonly #broken: BrokenPromises
  readonly #observer: FarmObserver
  readonly #injector: FaultInjector
  readonly #promises = { accepted: new Set<string>(), cancelled: new Set<string>() }
  readonly #closing = new AbortController()
  readonly #givingUp = new AbortController()
  readonly #visitors: Visitor[]
  #receiving: Promise<void> = Promise.resolve()
  #troubleMs = 0
  #settleMs = 0

  static async begin(
    options: ChaosOptions,
    parts: { farm: ChaosFarm; broken: BrokenPromises },
  ): Promise<ChaosRun> {
    const run = new ChaosRun(options, parts)
    await run.#openAccounts()
    await parts.farm.ready()
    return run
  }

  private constructor(options: ChaosOptions, parts: { farm: ChaosFarm; broken: BrokenPromises }) {
    this.#options = options
    this.#farm = parts.farm
    this.#broken = parts.broken
    this.#observer = new FarmObserver(this.#farm.database.sql)
    this.#injector = new FaultInjector({ ...parts, observer: this.#observer })
    this.#visitors = []
  }

  async #openAccounts(): Promise<void> {
    const { sql } = this.#farm.database
    const { origin } = this.#farm
    for (let number = 1; number <= accountCount; number++) {
      const account = { name: `Account ${number}`, credits: 100_000 }
      const { accountId, apiKey } = await createAccount(sql, account)
      this.#visitors.push({
        sql,
        accountId,
        client: new ChaosClient({ origin, apiKey, broken: this.#broken }),
        promises: this.#promises,
        broken: this.#broken,
        closing: this.#closing.signal,
        signal: this.#givingUp.signal,
      })
    }
  }

  /** Has clients use the farm while things go wrong, for as long as was asked for. */
  async makeTrouble(): Promise<void> {
    const { seed } = this.#options
    const { signal } = this.#closing
    const beganAt = performance.now()
    const visits = visitSchedule(new SeededRandom(seed))
    this.#receiving = receiveVisitors(visits, this.#visitors, signal)
    const injecting = this.#injector.run(faultSchedule(new SeededRandom(~seed)), signal)
    await this.#untilEnough()
    this.#closing.abort()
    await injecting
    await this.#injector[Symbol.asyncDispose]()
    this.#troubleMs = performance.now() - beganAt
  }

  async #untilEnough(): Promise<void> {
    const { length, tell, signal } = this.#options
    const beganAt = performance.now()
    for (;;) {
      const seconds = (performance.now() - beganAt) / 1000
      const accepted = this.#promises.accepted.size
      if ('seconds' in length ? seconds >= length.seconds : accepted >= length.renders) return
      tell(`${Math.round(seconds)} s: ${accepted} accepted, ${this.#injector.total} faults`)
      const leftMs = 'seconds' in length ? (length.seconds - seconds) * 1000 : 5000
      await delay(Math.min(5000, leftMs), undefined, { signal }).catch((cause: unknown) => {
        throw new Error('It was told to end before its time', { cause })
      })
    }
  }

  /** Waits until every render and script has come to its end, for a minute at most. */
  async settle(): Promise<void> {
    const beganAt = performance.now()
    const limit = setTimeout(() => this.#givingUp.abort(), settleMsMax)
    await this.#receiving
    await until('everything has ended', () => this.#isSettled(), {
      withinMs: settleMsMax,
      signal: this.#givingUp.signal,
    }).catch((error) => this.#broken.add('the farm did not settle', String(error)))
    clearTimeout(limit)
    this.#settleMs = performance.now() - beganAt
  }

  async #isSettled(): Promise<boolean> {
    const { sql } = this.#farm.database
    const unended = await readUnended(sql)
    const jobs = await sql`select id from jobs limit 1`
    return unended.length + jobs.length === 0
  }

  async judge(): Promise<ChaosVerdict> {
    const { sql } = this.#farm.database
    const { mediaFolder } = this.#farm
    this.#broken.note('takeovers', this.#observer.takeovers)
    const orphans = await this.#countOrphans(this.#farm.pids)
    await checkServedVideos(sql, this.#visitors)
    const renders = await judgeRenders(sql, {
      mediaFolder,
      ffprobe: ffmpegProgram('ffprobe'),
      promises: this.#promises,
      broken: this.#broken,
    })
    await this.#farm.stop()
    await this.#observer.lookAtInvariants()
    return {
      ...renders,
      invariant_rows: this.#observer.violations.size,
      orphan_processes: orphans + (await this.#countOrphans([])),
      broken_promises: this.#broken.counts,
      max_takeover_s: Math.max(0, ...this.#observer.takeovers.map(({ seconds }) => seconds)),
      kills: this.#injector.total,
      kills_by_sort: this.#injector.counts,
      seed: this.#options.seed,
      nodes: this.#options.nodes,
      seconds: Math.round(this.#troubleMs / 100) / 10,
      settle_s: Math.round(this.#settleMs / 100) / 10,
    }
  }

  // Chrome, too, takes a moment to notice that it is alone.
  async #countOrphans(alive: number[]): Promise<number> {
    const look = () => findOrphans(this.#farm.ownFolder, alive)
    await until('no orphans', async () => (await look()).length === 0, {
      withinMs: orphanMsMax,
    }).catch(() => undefined)
    const orphans = await look()
    for (const { environment: _, ...orphan } of orphans) this.#broken.note('orphan', orphan)
    return orphans.length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    this.#givingUp.abort()
    await this.#injector[Symbol.asyncDispose]()
    await this.#observer[Symbol.asyncDispose]()
    for (const violation of this.#observer.violations) this.#broken.note('invariant', violation)
  }
}
