import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { insertAccount } from '../testing/test-rows.ts'
import type { Sql } from './connect.ts'
import { pruneOldRows } from './prune-old-rows.ts'

async function insertRows(sql: Sql, accountId: string, age: string): Promise<void> {
  await sql`
    insert into nodes (id, name, state, slots, release, seen_at)
    values (gen_random_uuid(), 'n', 'stopped', '{}', '', clock_timestamp() - ${age}::interval)`
  await sql`
    insert into job_history (id, kind, lane, account_id, outcome, attempts, crashes, created_at, finished_at)
    values (
      (select count(*) from job_history), 'plan', 'standard', ${accountId}, 'done', 1, 0, now(),
      clock_timestamp() - ${age}::interval
    )`
  await sql`
    insert into dead_letters (id, kind, lane, account_id, payload, attempts, crashes, error, created_at, died_at)
    values (
      (select count(*) from dead_letters), 'plan', 'standard', ${accountId}, '{}', 1, 0, '{}', now(),
      clock_timestamp() - 3 * ${age}::interval
    )`
  await sql`
    insert into alerts (name, sentence, recovered_at)
    values (${`dead:${age}`}, '', clock_timestamp() - ${age}::interval)`
  for (const table of ['sign_in_links', 'sessions']) {
    await sql`
      insert into ${sql(table)} (token_hash, account_id, expires_at)
      values (${randomBytes(32)}, ${accountId}, clock_timestamp() + '1 day' - ${age}::interval)`
  }
}

test('only what can no longer be used or asked about is removed', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  await insertRows(sql, accountId, '0 days')
  await insertRows(sql, accountId, '31 days')

  await sql`insert into alerts (name, sentence, raised_at) values ('late:bulk', '', now() - interval '1 year')`

  expect(await pruneOldRows(sql)).toBe(6)
  expect(await pruneOldRows(sql)).toBe(0)

  expect(await sql`select name from alerts order by name`).toEqual([
    { name: 'dead:0 days' },
    { name: 'late:bulk' },
  ])
  for (const table of ['nodes', 'job_history', 'dead_letters', 'sign_in_links', 'sessions']) {
    expect(await sql`select count(*) from ${sql(table)}`).toEqual([{ count: 1 }])
  }
})
