import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../shared/process/free-port.ts'
import { until } from '../../shared/process/until.ts'
import { TestProcess } from '../../shared/testing/test-process.ts'
import { TestProxy } from '../../shared/testing/test-proxy.ts'
import type { BrokenPromises } from './broken-promises.ts'
import { ChaosDatabase } from './chaos-database.ts'
import { KeptProcess } from './kept-process.ts'

const serverEntry = new URL('../../server/main.ts', import.meta.url)
const nodeEntry = new URL('../main.ts', import.meta.url)
const standInEntry = fileURLToPath(new URL('stand-in/renderer-main.ts', import.meta.url))

export const leaseSeconds = 3
export const slotsPerNode = 2

/**
 * A whole farm of real processes on one machine: a database, reached through a proxy, a server, and
 * nodes whose renderers are stand-ins. Whatever of it ends is replaced.
 */
export class ChaosFarm implements AsyncDisposable {
  readonly folder: string
  readonly mediaFolder: string
  readonly dataFolder: string
  readonly origin: string
  readonly database: ChaosDatabase
  readonly proxy: TestProxy
  readonly server: KeptProcess
  readonly nodes: KeptProcess[]
  readonly #broken: BrokenPromises
  #stopping: Promise<void> | undefined
  readonly #toldToEnd = new Set<TestProcess>()

  static async open(options: { nodes: number; broken: BrokenPromises }): Promise<ChaosFarm> {
    const folder = await mkdtemp(join(tmpdir(), 'makara-chaos-'))
    // The database runs as another user when we are root.
    await chmod(folder, 0o755)
    const fixtures = resolve('.makara/stand-in')
    for (const made of [
      fixtures,
      join(folder, 'farm/data'),
      join(folder, 'farm/media'),
      join(folder, 'logs'),
    ]) {
      await mkdir(made, { recursive: true })
    }
    await symlink(fixtures, join(folder, 'farm/data/bundles'))
    const database = await ChaosDatabase.open(join(folder, 'database'))
    const proxy = await TestProxy.open(database.url)
    const port = await freePort()
    return new ChaosFarm({ folder, database, proxy, port, ...options })
  }

  private constructor(parts: {
    folder: string
    database: ChaosDatabase
    proxy: TestProxy
    port: number
    nodes: number
    broken: BrokenPromises
  }) {
    this.folder = parts.folder
    this.mediaFolder = join(parts.folder, 'farm/media')
    this.dataFolder = join(parts.folder, 'farm/data')
    this.origin = `http://127.0.0.1:${parts.port}`
    this.database = parts.database
    this.proxy = parts.proxy
    this.#broken = parts.broken
    this.#broken.keepIn(join(parts.folder, 'logs/broken.log'))
    this.server = this.#keep('server', serverEntry, { PORT: String(parts.port) })
    this.nodes = Array.from({ length: parts.nodes }, (_, position) => {
      const name = `node-${position + 1}`
      return this.#keep(name, nodeEntry, {
        NODE_NAME: name,
        DATA_FOLDER: this.dataFolder,
        MAKARA_RENDERER_ENTRY: standInEntry,
        STANDARD_SLOTS: String(slotsPerNode),
        RENDER_CONCURRENCY: '1',
        DRAIN_SECONDS: '1',
      })
    })
  }

  #keep(name: string, entry: URL, environment: Record<string, string>): KeptProcess {
    const start = () =>
      new TestProcess(
        entry,
        {
          NODE_ENV: 'test',
          DATABASE_URL: this.proxy.url,
          MEDIA_FOLDER: this.mediaFolder,
          LEASE_SECONDS: String(leaseSeconds),
          ...environment,
        },
        { logFile: join(this.folder, 'logs', `${name}.log`) },
      )
    return new KeptProcess({ start, onEnd: (ended) => this.#judgeEnd(name, ended) })
  }

  // A process may refuse to start while the database is away; once up, it stays up.
  #judgeEnd(name: string, ended: TestProcess): void {
    if (this.#toldToEnd.has(ended)) return
    if (!ended.lines.some((line) => line.event.endsWith('.started'))) return
    this.#broken.add('a process ended by itself', { name, stderr: ended.stderr.slice(-2000) })
  }

  /** Resolves when clients can use it: every node is ready and the server listens. */
  async ready(): Promise<void> {
    await this.server.current.logged('server.started')
    await until('every node is ready', async () => {
      const ready = await this.database.sql`select id from nodes where state = 'ready'`
      return ready.length === this.nodes.length
    })
  }

  /** The folder that is named by all processes but the database's. */
  get ownFolder(): string {
    return join(this.folder, 'farm')
  }

  get pids(): number[] {
    return [...this.nodes, this.server].map((kept) => kept.current.pid)
  }

  /** Sends a signal that is meant to end the process. */
  end(kept: KeptProcess, signal: 'SIGKILL' | 'SIGTERM'): void {
    this.#toldToEnd.add(kept.current)
    kept.current.signal(signal)
  }

  /** Ends the server and the nodes as an operator would. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    const kept = [...this.nodes, this.server]
    await Promise.all(kept.map((process) => process[Symbol.asyncDispose]()))
    for (const { current } of kept) {
      if (current.exitCode !== 0) {
        this.#broken.add('a process did not end well', { stderr: current.stderr.slice(-2000) })
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.proxy[Symbol.asyncDispose]()
    await this.database[Symbol.asyncDispose]()
  }

  async removeFolder(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}
