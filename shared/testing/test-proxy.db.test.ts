import { expect, test } from 'vitest'
import { connect, type Sql } from '../postgres/connect.ts'
import { testDatabase } from './test-database.ts'
import { commit, TestProxy } from './test-proxy.ts'

function pool(url: string): Sql {
  return connect(url, { applicationName: 'makara test', connectionsMax: 1 })
}

async function namesIn(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from accounts order by name`
  return rows.map((row) => row.name)
}

function insert(sql: Sql, name: string): Promise<unknown> {
  return sql.begin((tx) => tx`insert into accounts (name) values (${name})`)
}

test('a connection cut after its COMMIT was forwarded has committed and does not know', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const sql = pool(proxy.url)
  await insert(sql, 'Ada')
  for (const name of ['Bob', 'Cy']) {
    const cut = proxy.cutAt({ text: commit })
    await expect(insert(sql, name)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    await cut
  }
  await insert(sql, 'Di')
  const inOneText = proxy.cutAt({ text: /commit$/ })
  const text = `begin; insert into accounts (name) values ('Eve'); commit`
  await expect(sql.unsafe(text)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await inOneText

  expect(await namesIn(database.sql)).toEqual(['Ada', 'Bob', 'Cy', 'Di', 'Eve'])
  await sql.end({ timeout: 0 })
})

test('a connection cut before its COMMIT was forwarded has not committed', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const sql = pool(proxy.url)
  const cut = proxy.cutAt({ text: commit, isForwarded: false })
  await expect(insert(sql, 'Ada')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await cut

  expect(await namesIn(sql)).toEqual([])
  await sql.end({ timeout: 0 })
})

test('of several transactions the one that is meant is cut', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const sql = pool(proxy.url)
  const cut = proxy.cutAt({ text: commit, transaction: /update accounts/ })
  await insert(sql, 'Ada')
  const renaming = sql.begin((tx) => tx`update accounts set name = ${'Bob'}`)
  await expect(renaming).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await cut

  expect(await namesIn(sql)).toEqual(['Bob'])
  await sql.end({ timeout: 0 })
})

test('a single statement is cut after it was carried out, also when prepared long ago', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const sql = pool(proxy.url)
  const add = (name: string) => sql`insert into accounts (name) values (${name})`
  await add('Ada')
  const cut = proxy.cutAt({ text: /^insert into accounts/ })
  await expect(add('Bob')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await cut

  expect(await namesIn(sql)).toEqual(['Ada', 'Bob'])
  await sql.end({ timeout: 0 })
})

test('a connection that hangs gives no answer and no error, and a new one works', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const hanging = pool(proxy.url)
  await namesIn(hanging)
  proxy.hang()
  const outcome = namesIn(hanging).then(
    () => 'answered',
    () => 'failed',
  )
  const fresh = pool(proxy.url)
  await namesIn(fresh)

  expect(await Promise.race([outcome, namesIn(fresh).then(() => 'nothing yet')])).toBe(
    'nothing yet',
  )
  proxy.cut()
  expect(await outcome).toBe('failed')
  await Promise.all([hanging.end({ timeout: 0 }), fresh.end({ timeout: 0 })])
})
