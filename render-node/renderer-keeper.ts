import { failureOf } from '../shared/failure.ts'
import { log } from '../shared/process/log.ts'
import { wordsOfError } from '../shared/process/words-of-error.ts'
import type { NodeConfig } from './config.ts'
import { RendererPool } from './renderer-pool.ts'
import { type PreparedRenderer, prepareRenderer } from './renderer/prepare-renderer.ts'
import { type NotReady, whyNotReady } from './why-not-ready.ts'

const lookEveryMs = 5000

/** What rendering needs, while it is there; or the reason, for people, why this node cannot render. */
export class RendererKeeper implements AsyncDisposable {
  readonly #config: NodeConfig
  #lookedAt = 0
  readonly #pools = new Map<string, RendererPool>()
  #prepared: PreparedRenderer | undefined
  reason: string | null = 'The browser and the compositions are being prepared.'

  constructor(config: NodeConfig) {
    this.#config = config
  }

  get bundleHash(): string {
    return this.#prepared?.bundleHash ?? ''
  }

  /**
   * Prepares the browser and the bundle if they are not, or no longer, there, and a first renderer
   * with its browser. True when it did.
   */
  async prepare(signal: AbortSignal): Promise<boolean> {
    if (this.#prepared) return false
    const { dataFolder, browser, rendererEntry } = this.#config
    try {
      const prepared = await prepareRenderer({ dataFolder, browser, signal, rendererEntry })
      // What was given may not be there, or be something else than a browser.
      if ((await this.#look(prepared))?.mustPrepare) return false
      await this.#poolFor(prepared).warmUp(signal)
      this.#prepared = prepared
      log('renderer.prepared', { bundleHash: prepared.bundleHash })
      return true
    } catch (error) {
      if (signal.aborted) return false
      this.reason = `The browser and the compositions cannot be prepared: ${wordsOfError(error)}`
      log('renderer.not-prepared', { error: String(error), evidence: failureOf(error).evidence })
      return false
    }
  }

  /** The means to render, looked at lately; undefined when this node should take no render. */
  async ready(): Promise<{ prepared: PreparedRenderer; pool: RendererPool } | undefined> {
    const prepared = this.#prepared
    if (!prepared) return undefined
    if (performance.now() - this.#lookedAt > lookEveryMs) await this.#look(prepared)
    return this.reason === null ? { prepared, pool: this.#poolFor(prepared) } : undefined
  }

  async #look(prepared: PreparedRenderer): Promise<NotReady | undefined> {
    const problem = await whyNotReady(prepared, this.#config.mediaFolder)
    if (problem && problem.reason !== this.reason) log('renderer.not-ready', problem)
    this.#lookedAt = performance.now()
    this.reason = problem?.reason ?? null
    if (problem?.mustPrepare) this.#prepared = undefined
    return problem
  }

  #poolFor({ browserExecutable }: PreparedRenderer): RendererPool {
    const { dataFolder, stallSeconds, rendererEntry: entry } = this.#config
    const pool =
      this.#pools.get(browserExecutable) ??
      new RendererPool({
        dataFolder,
        browserExecutable,
        stallSeconds,
        entry,
        onBrowserNotStarted: () => this.#distrust(),
      })
    this.#pools.set(browserExecutable, pool)
    return pool
  }

  // Preparing starts the browser, and says why when that fails.
  #distrust(): void {
    this.#prepared = undefined
    this.reason = 'The browser did not start.'
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool[Symbol.asyncDispose]()))
  }
}
