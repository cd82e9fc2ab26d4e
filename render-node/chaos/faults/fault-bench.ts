import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Sql } from '../../../shared/postgres/connect.ts'
import { migrate } from '../../../shared/postgres/migrate.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../../shared/postgres/start-embedded.ts'
import { TestProcess } from '../../../shared/testing/test-process.ts'

const serverEntry = new URL('../../../server/main.ts', import.meta.url)
const nodeEntry = new URL('../../main.ts', import.meta.url)
const standInEntry = fileURLToPath(new URL('../stand-in/renderer-main.ts', import.meta.url))
const template = 'makara_template'

export const leaseSeconds = 2

/** One database server and one folder for many cases. */
export class FaultBench implements AsyncDisposable {
  readonly folder: string
  readonly #server: EmbeddedDatabase
  readonly #sql: Sql

  static async open(): Promise<FaultBench> {
    const folder = await mkdtemp(join(tmpdir(), 'makara-faults-'))
    // The database runs as another user when we are root.
    await chmod(folder, 0o755)
    await mkdir(resolve('.makara/stand-in'), { recursive: true })
    const server = await startEmbedded({
      folder: join(folder, 'database'),
      flags: '-c fsync=off -c max_connections=300',
    })
    const bench = new FaultBench(folder, server)
    await bench.#makeTemplate()
    return bench
  }

  private constructor(folder: string, server: EmbeddedDatabase) {
    this.folder = folder
    this.#server = server
    this.#sql = connect(server.url, { applicationName: 'makara faults', connectionsMax: 1 })
  }

  async #makeTemplate(): Promise<void> {
    await this.#sql`create database ${this.#sql(template)}`
    const sql = connect(this.#urlOf(template), {
      applicationName: 'makara faults',
      connectionsMax: 1,
    })
    await migrate(sql, 'sql')
    await sql.end()
  }

  /** A farm of its own for a case: database, folders, no process yet. */
  async openFarm(name: string): Promise<FaultFarm> {
    const database = `makara_${randomBytes(8).toString('hex')}`
    await this.#sql`create database ${this.#sql(database)} template ${this.#sql(template)}`
    const folder = join(this.folder, name)
    await mkdir(join(folder, 'farm/data'), { recursive: true })
    await mkdir(join(folder, 'farm/media'))
    await symlink(resolve('.makara/stand-in'), join(folder, 'farm/data/bundles'))
    return new FaultFarm({ folder, url: this.#urlOf(database) })
  }

  #urlOf(database: string): string {
    return String(Object.assign(new URL(this.#server.url), { pathname: `/${database}` }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sql.end()
    await this.#server.stop()
  }

  async removeFolder(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Real processes on a database and folders of their own. */
export class FaultFarm implements AsyncDisposable {
  readonly folder: string
  readonly mediaFolder: string
  readonly sql: Sql
  readonly #url: string
  readonly processes: TestProcess[] = []

  constructor(place: { folder: string; url: string }) {
    this.folder = join(place.folder, 'farm')
    this.mediaFolder = join(this.folder, 'media')
    this.#url = place.url
    this.sql = connect(place.url, { applicationName: 'makara faults', connectionsMax: 2 })
  }

  startNode(faultPoints = ''): TestProcess {
    return this.#start(nodeEntry, {
      DATA_FOLDER: join(this.folder, 'data'),
      MAKARA_RENDERER_ENTRY: standInEntry,
      MAKARA_FAULT_POINT: faultPoints,
      DRAIN_SECONDS: '0',
      RENDER_CONCURRENCY: '1',
    })
  }

  startServer(faultPoints = ''): TestProcess {
    return this.#start(serverEntry, { PORT: '0', MAKARA_FAULT_POINT: faultPoints })
  }

  #start(entry: URL, environment: Record<string, string>): TestProcess {
    const logFile = join(this.folder, `../process-${this.processes.length + 1}.log`)
    const common = {
      NODE_ENV: 'test',
      DATABASE_URL: this.#url,
      MEDIA_FOLDER: this.mediaFolder,
      LEASE_SECONDS: String(leaseSeconds),
    }
    const started = new TestProcess(entry, { ...common, ...environment }, { logFile })
    this.processes.push(started)
    return started
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const started of this.processes) started.signal('SIGCONT')
    await Promise.all(this.processes.map((started) => started[Symbol.asyncDispose]()))
    await this.sql.end({ timeout: 2 })
  }
}
