import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Sql } from '../postgres/connect.ts'

export type TestDatabase = AsyncDisposable & { url: string; sql: Sql }

/** A migrated database of the test's own: `await using database = await testDatabase()`. */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const server = connect(serverUrl, { applicationName: 'makara test', connectionsMax: 1 })
  const name = `makara_${randomBytes(8).toString('hex')}`
  await server`create database ${server(name)} template makara_template`
  const url = String(Object.assign(new URL(serverUrl), { pathname: `/${name}` }))
  const sql = connect(url, { applicationName: 'makara test' })
  return {
    url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await server`drop database ${server(name)} with (force)`
      await server.end()
    },
  }
}
