import { connect, type Sql } from '../../../shared/postgres/connect.ts'

/** Makes databases on one server, each a copy of one that was prepared before. */
export class BenchDatabases implements AsyncDisposable {
  readonly #serverUrl: string
  readonly #sql: Sql
  #count = 0

  constructor(serverUrl: string) {
    this.#serverUrl = serverUrl
    this.#sql = connect(serverUrl, { applicationName: 'makara bench', connectionsMax: 1 })
  }

  /** Returns its address. */
  async create(template = 'template1'): Promise<string> {
    const name = `bench_${++this.#count}`
    await this.#sql`create database ${this.#sql(name)} template ${this.#sql(template)}`
    return String(Object.assign(new URL(this.#serverUrl), { pathname: `/${name}` }))
  }

  /** Uses a new copy of the database at `templateUrl`, and removes it. */
  async withCopy<T>(templateUrl: string, use: (url: string) => Promise<T>): Promise<T> {
    const url = await this.create(nameOf(templateUrl))
    try {
      // What the one before has left to write is not this one's doing.
      await this.#sql`checkpoint`
      return await use(url)
    } finally {
      await this.#sql`drop database ${this.#sql(nameOf(url))} with (force)`
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sql.end()
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
