import { expect, test } from 'vitest'
import { connect } from '../../../shared/postgres/connect.ts'
import { testDatabase } from '../../../shared/testing/test-database.ts'
import { measureClaims } from './measure-claims.ts'
import { measureDrain } from './measure-drain.ts'
import { measureEnqueue } from './measure-enqueue.ts'
import { measureLatency } from './measure-latency.ts'
import { ourQueue } from './our-queue.ts'
import { quickSizes } from './queue-bench-sizes.ts'
import { StatementCounter } from './statement-counter.ts'

const { concurrency, inFlight, claims } = quickSizes

test('jobs that come one by one to an idle worker are each begun', async () => {
  await using database = await testDatabase()
  const figures = await measureLatency(ourQueue, database.url, {
    count: quickSizes.latency,
    concurrency,
  })
  expect(figures.p50).toBeGreaterThan(0)
  expect(figures.p99).toBeGreaterThanOrEqual(figures.p50)
  expect(await database.sql`select from jobs`).toHaveLength(0)
})

test('a drain begins every job once and leaves it in the history', async () => {
  await using database = await testDatabase()
  const count = quickSizes.drain
  const figures = await measureDrain(ourQueue, database.url, { count, concurrency })
  expect(figures.startCount).toBe(count)
  expect(figures.jobsPerSecond).toBeGreaterThan(0)
  const history = await database.sql`select from job_history where outcome = 'moot' and crashes = 0`
  expect(history).toHaveLength(count)
})

test('every enqueued job is in the queue once', async () => {
  await using database = await testDatabase()
  const count = quickSizes.enqueue
  const figures = await measureEnqueue(ourQueue, database.url, { count, inFlight })
  expect(figures.jobsPerSecond).toBeGreaterThan(0)
  const [row] = await database.sql`
    select count(distinct payload)::integer as count from jobs where state = 'queued'`
  expect(row?.['count']).toBe(figures.enqueuedCount)
})

test('claims are measured with as many jobs waiting after as before', async () => {
  await using short = await testDatabase()
  await using long = await testDatabase()
  const backlog = { waiting: claims.small, accounts: 10 }
  const figures = await measureClaims(
    [
      { name: 'short', url: short.url, backlog },
      { name: 'long', url: long.url, backlog: { ...backlog, dueTomorrow: claims.dueTomorrow } },
    ],
    { rounds: claims.rounds },
  )
  for (const phase of [figures.fresh, figures.analyzed]) {
    expect(Object.keys(phase)).toEqual(['short', 'long'])
    for (const ms of Object.values(phase)) expect(ms).toBeGreaterThan(0)
  }
  const states = await long.sql`
    select state, count(*)::integer as count from jobs group by state order by state`
  expect(states).toEqual([
    { state: 'queued', count: claims.small },
    { state: 'scheduled', count: claims.dueTomorrow },
  ])
  expect(await long.sql`select from job_history`).toHaveLength(2 * claims.rounds * 10)
})

test('the counter counts what is executed, prepared or not', async () => {
  await using database = await testDatabase()
  await using counter = await StatementCounter.open(database.url)
  const sql = connect(counter.url, { applicationName: 'test', connectionsMax: 1 })
  await sql`select 1`
  counter.counts.clear()
  for (let n = 0; n < 3; n++) await sql`select ${n}::integer as n`
  await sql.unsafe('select 2')
  await sql.end()
  expect(Object.fromEntries(counter.counts)).toEqual({
    'select $1::integer as n': 3,
    'select 2': 1,
  })
})
