import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

test('many processes may migrate an empty database at once', async () => {
  await using database = await testDatabase()
  await database.sql`drop schema public cascade`
  await database.sql`create schema public`

  const pools = Array.from({ length: 5 }, () =>
    connect(database.url, { applicationName: 'migrate test', connectionsMax: 1 }),
  )
  await Promise.all(pools.map((sql) => migrate(sql, 'sql')))
  await Promise.all(pools.map((sql) => sql.end()))

  expect(await database.sql`select count(*) from migrations where name like '0001%'`).toEqual([
    { count: 1 },
  ])
  expect(await database.sql`select * from queue_age`).toEqual([])
})

test('a migration that was applied may not be edited afterwards', async () => {
  await using database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'makara-sql-'))
  await cp('sql', folder, { recursive: true })
  await writeFile(join(folder, 'migrations/0001_makara.sql'), 'select 1')

  await expect(migrate(database.sql, folder)).rejects.toThrow(
    'Cannot migrate: 0001_makara.sql was edited after it had been applied',
  )
  await rm(folder, { recursive: true })
})
