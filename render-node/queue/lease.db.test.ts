import { expect, test } from 'vitest'
import { Failure } from '../../shared/failure.ts'
import { connect, type Sql } from '../../shared/postgres/connect.ts'
import { cancelRender } from '../../shared/postgres/cancel-render.ts'
import { buryIfOwned, finishIfOwned } from '../../shared/postgres/end-jobs.ts'
import { endRender } from '../../shared/postgres/end-render.ts'
import { reclaimLapsedJobs } from '../../shared/postgres/reclaim-lapsed-jobs.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import { lapseLeases, startTestRender } from '../../shared/testing/test-render.ts'
import { enterStage } from '../jobs/live-render.ts'
import { type Beat, beatLeases } from './beat-leases.ts'
import { claimJob } from '../testing/claim-job.ts'
import { exchangeJobs, type Job } from './exchange-jobs.ts'
import { errorOf, handBackIfOwned, retryIfOwned } from './settle-job.ts'
import { stageDueJobs } from './stage-jobs.ts'

const leaseSeconds = 30
// A test's database server is older than this many seconds, so reclaim does not wait for it.
const noPatience = { leaseSeconds: 0 }
const failure = new Failure({ code: 'fetch_timeout', sentence: 'Too slow.', retryable: true })

const claim = claimJob

function beatOf(job: Job): Beat {
  return { job, framesDone: 3, lastWords: null }
}

function writesOf(sql: Sql, job: Job): Record<string, () => Promise<boolean>> {
  return {
    finish: () => sql.begin((tx) => finishIfOwned(tx, job, 'done')),
    retry: () => retryIfOwned(sql, job, { failure, afterMs: 0, isFree: false }),
    bury: () => sql.begin((tx) => buryIfOwned(tx, job, errorOf(failure))),
    'hand back': () => handBackIfOwned(sql, job),
    'enter a stage': () => enterStage(sql, job, 'publishing'),
    beat: async () => (await beatLeases(sql, [beatOf(job)], leaseSeconds)).length === 1,
  }
}

function ownConnection(url: string): AsyncDisposable & { sql: Sql } {
  const sql = connect(url, { applicationName: 'makara test', connectionsMax: 1 })
  return { sql, [Symbol.asyncDispose]: () => sql.end() }
}

test.each(['finish', 'retry', 'bury', 'hand back', 'enter a stage', 'beat'])(
  'a holder whose lease was reclaimed cannot %s, and the new holder can',
  async (write) => {
    await using database = await testDatabase()
    const { sql } = database
    await startTestRender(sql)
    const zombie = await claim(sql)
    await lapseLeases(sql)
    expect(await reclaimLapsedJobs(sql, noPatience)).toBe(1)

    expect(await writesOf(sql, zombie)[write]?.()).toBe(false)

    const heir = await claim(sql)
    expect(heir.token).not.toBe(zombie.token)
    expect(await writesOf(sql, zombie)[write]?.()).toBe(false)
    expect(await writesOf(sql, heir)[write]?.()).toBe(true)
  },
)

test('a late lease that nobody has reclaimed may renew', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  const job = await claim(sql)
  await lapseLeases(sql)

  const answers = await beatLeases(sql, [beatOf(job)], leaseSeconds)

  expect(answers).toEqual([{ token: job.token, isRenewed: true, stop: false }])
  expect(await reclaimLapsedJobs(sql, noPatience)).toBe(0)
})

test('ten nodes that claim at once share the jobs without taking one twice', async () => {
  await using database = await testDatabase()
  const { sql } = database
  for (let count = 0; count < 12; count++) await startTestRender(sql)

  const claims = await Promise.all(
    Array.from({ length: 10 }, (_, node) =>
      exchangeJobs(sql, {
        nodeId: `00000000-0000-4000-8000-00000000000${node}`,
        lane: 'standard',
        limit: 2,
        leaseSeconds,
      }),
    ),
  )

  const ids = claims.flatMap(({ claimed }) => claimed.map((job) => job.id))
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('a claim that need not reach the disk at once leaves every other commit as it was', async () => {
  await using database = await testDatabase()
  await startTestRender(database.sql)
  await using one = ownConnection(database.url)
  await one.sql`set synchronous_commit = on`
  await claimJob(one.sql)
  expect(await one.sql`show synchronous_commit`).toEqual([{ synchronous_commit: 'on' }])
})

test('a crash is not an attempt, and the second crash ends job and render', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await claim(sql)
  await lapseLeases(sql)
  await reclaimLapsedJobs(sql, noPatience)
  expect(await sql`select attempts, crashes, state from jobs`).toEqual([
    { attempts: 0, crashes: 1, state: 'queued' },
  ])

  await claim(sql)
  await lapseLeases(sql)
  await reclaimLapsedJobs(sql, noPatience)

  expect(await sql`select count(*) from jobs`).toEqual([{ count: 0 }])
  expect(await sql`select crashes, error ->> 'code' as code from dead_letters`).toEqual([
    { crashes: 2, code: 'node_crashed' },
  ])
  expect(
    await sql`select state, fault ->> 'code' as code from renders where id = ${renderId}`,
  ).toEqual([{ state: 'failed', code: 'node_crashed' }])
  expect(await sql`select * from invariants`).toEqual([])
})

test('reclaim is patient for one lease after a database restart', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  await claim(sql)
  await lapseLeases(sql)

  expect(await reclaimLapsedJobs(sql, { leaseSeconds: 100_000 })).toBe(0)
})

test('a failed attempt waits its pause and is then claimable again', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  const job = await claim(sql)

  await retryIfOwned(sql, job, { failure, afterMs: 3_600_000, isFree: false })
  await stageDueJobs(sql, { kinds: ['plan'] })
  expect(await sql`select state, attempts from jobs`).toEqual([{ state: 'scheduled', attempts: 1 }])

  await sql`update jobs set run_at = clock_timestamp()`
  await stageDueJobs(sql, { kinds: ['plan'] })
  expect((await claim(sql)).attempts).toBe(2)
})

test('a job handed back costs no attempt', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)

  await handBackIfOwned(sql, await claim(sql))

  expect(await sql`select state, attempts, crashes, hand_backs from jobs`).toEqual([
    { state: 'queued', attempts: 0, crashes: 0, hand_backs: 1 },
  ])
})

test('cancelling a queued render ends it at once and withdraws its job', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)

  expect(await cancelRender(sql, { id: renderId, accountId })).toBe('cancelled')

  expect(await sql`select state, stage from renders`).toEqual([
    { state: 'cancelled', stage: 'ended' },
  ])
  expect(await sql`select count(*) from jobs`).toEqual([{ count: 0 }])
  expect(await cancelRender(sql, { id: renderId, accountId })).toBe('ended')
})

test('cancelling a running render tells its holder at the next heartbeat', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  const job = await claim(sql)

  expect(await cancelRender(sql, { id: renderId, accountId })).toBe('requested')

  const answers = await beatLeases(sql, [beatOf(job)], leaseSeconds)
  expect(answers).toEqual([{ token: job.token, isRenewed: true, stop: true }])
  expect(await enterStage(sql, job, 'planning')).toBe(false)
})

test('a cancelled render whose node died is ended by reclaim as cancelled, not failed', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  await claim(sql)
  await cancelRender(sql, { id: renderId, accountId })
  await lapseLeases(sql)

  await reclaimLapsedJobs(sql, noPatience)
  await reclaimLapsedJobs(sql, noPatience)

  expect(await sql`select state, fault from renders`).toEqual([{ state: 'cancelled', fault: null }])
  expect(await sql`select count(*) from jobs`).toEqual([{ count: 0 }])
})

test('a render that is publishing can no longer be cancelled', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  const job = await claim(sql)
  await enterStage(sql, job, 'publishing')

  expect(await cancelRender(sql, { id: renderId, accountId })).toBe('publishing')
  expect(await enterStage(sql, job, 'assembling')).toBe(true)
  expect(await sql`select stage from renders`).toEqual([{ stage: 'publishing' }])
})

test('a render ends once, whoever comes second', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)

  const ends = await Promise.all([
    sql.begin((tx) => endRender(tx, renderId, { state: 'done' })),
    sql.begin((tx) => endRender(tx, renderId, { state: 'cancelled' })),
  ])

  expect(ends.filter(Boolean)).toHaveLength(1)
})
