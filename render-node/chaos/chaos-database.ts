import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Sql } from '../../shared/postgres/connect.ts'
import { migrate } from '../../shared/postgres/migrate.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../shared/postgres/start-embedded.ts'
import { freePort } from '../../shared/process/free-port.ts'
import { isProcessAlive } from '../../shared/process/is-process-alive.ts'
import { until } from '../../shared/process/until.ts'

/** A PostgreSQL server with its usual guarantees, which can be made to crash. */
export class ChaosDatabase implements AsyncDisposable {
  readonly #folder: string
  readonly #port: number
  #server: EmbeddedDatabase
  #restarting: Promise<void> = Promise.resolve()
  readonly url: string
  /** Straight to the server; the farm's own connections take another way. */
  readonly sql: Sql

  static async open(folder: string): Promise<ChaosDatabase> {
    const port = await freePort()
    const server = await startEmbedded({ folder, port })
    const database = new ChaosDatabase(server, { folder, port })
    await migrate(database.sql, 'sql')
    return database
  }

  private constructor(server: EmbeddedDatabase, place: { folder: string; port: number }) {
    this.#server = server
    this.#folder = place.folder
    this.#port = place.port
    this.url = server.url
    this.sql = connect(server.url, { applicationName: 'makara chaos' })
  }

  /** Ends the server as a power cut would, and starts it again where it was. */
  restart(): Promise<void> {
    this.#restarting = this.#restarting.then(() => this.#crashAndStart())
    return this.#restarting
  }

  async #crashAndStart(): Promise<void> {
    const lockFile = await readFile(join(this.#folder, 'data/postmaster.pid'), 'utf8')
    const pid = Number(lockFile.split('\n')[0])
    process.kill(pid, 'SIGQUIT')
    await until('the database server is gone', () => !isProcessAlive(pid))
    await this.#server.stop()
    this.#server = await startEmbedded({ folder: this.#folder, port: this.#port })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#restarting.catch(() => undefined)
    await this.sql.end({ timeout: 2 })
    await this.#server.stop()
  }
}
