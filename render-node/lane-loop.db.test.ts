import { expect, test } from 'vitest'
import { connect, type Sql } from '../shared/postgres/connect.ts'
import { insertJobs, type JobRow } from '../shared/postgres/insert-jobs.ts'
import { testDatabase } from '../shared/testing/test-database.ts'
import { TestProxy } from '../shared/testing/test-proxy.ts'
import { insertAccount } from '../shared/testing/test-rows.ts'
import { LaneLoop } from './lane-loop.ts'
import { stageDueJobs } from './queue/stage-jobs.ts'
import type { RunJob } from './running-job.ts'
import { RunningJobs } from './running-jobs.ts'
import { testNodeId } from './testing/claim-job.ts'

const leaseSeconds = 30

function openLane(sql: Sql, lane: { slots: number; run: RunJob; kinds?: string[] }) {
  const jobs = new RunningJobs({ leaseSeconds, onEnd: () => loop.wake() })
  const loop: LaneLoop = new LaneLoop({
    sql,
    nodeId: testNodeId,
    lane: 'standard',
    slots: lane.slots,
    leaseSeconds,
    kinds: lane.kinds ?? ['noop'],
    jobs,
    open: async () => lane.run,
    pollMs: () => 1000,
  })
  return { loop, jobs }
}

async function addJobs(sql: Sql, count: number, more: Partial<JobRow> = {}): Promise<void> {
  const accountId = await insertAccount(sql)
  const row: JobRow = { kind: 'noop', lane: 'standard', accountId, attemptsMax: 3, ...more }
  const rows = Array.from({ length: count }, () => row)
  await insertJobs(sql, rows, { notify: false })
}

const forever: RunJob = (_job, { signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('handed back')))

test('a lane takes no more jobs than it has free slots', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await addJobs(sql, 10)
  const { loop, jobs } = openLane(sql, { slots: 3, run: forever })

  await loop.pass({ isOpen: true })
  await loop.pass({ isOpen: true })

  expect(jobs.countIn('standard')).toBe(3)
  expect(await sql`select state, count(*) from jobs group by state order by state`).toEqual([
    { state: 'processing', count: 3 },
    { state: 'queued', count: 7 },
  ])
  jobs.stopAll('draining')
})

test('jobs with nothing to write are ended by the statement that takes the next ones', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await addJobs(sql, 6)
  const { loop, jobs } = openLane(sql, {
    slots: 3,
    run: async (job, control) =>
      (await loop.finish(job, 'moot', control)) ? 'moot' : 'superseded',
  })

  for (let passes = 0; passes < 3; passes++) await loop.pass({ isOpen: true })
  await jobs.allEnded()

  expect(await sql`select count(*) from jobs`).toEqual([{ count: 0 }])
  expect(await sql`select outcome, count(*) from job_history group by outcome`).toEqual([
    { outcome: 'moot', count: 6 },
  ])
})

test('a kind that this node does not know is left to one that does, at no cost', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await addJobs(sql, 1, { kind: 'hologram' })
  const { loop } = openLane(sql, { slots: 1, run: forever })

  await loop.pass({ isOpen: true })
  await stageDueJobs(sql, { kinds: ['noop'] })
  expect(await sql`select state, attempts, lease_owner from jobs`).toEqual([
    { state: 'parked', attempts: 0, lease_owner: null },
  ])

  expect(await stageDueJobs(sql, { kinds: ['noop', 'hologram'] })).toMatchObject({
    lanes: ['standard'],
  })
  const { loop: newer, jobs } = openLane(sql, { slots: 1, run: forever, kinds: ['hologram'] })
  await newer.pass({ isOpen: true })
  expect(jobs.list().map(({ job }) => job.kind)).toEqual(['hologram'])
  jobs.stopAll('draining')
})

test('jobs of an unknown kind do not keep a lane from the ones behind them', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await addJobs(sql, 5, { kind: 'hologram' })
  await addJobs(sql, 1)
  const { loop, jobs } = openLane(sql, { slots: 1, run: forever })

  for (let passes = 0; passes < 6; passes++) await loop.pass({ isOpen: true })

  expect(jobs.list().map(({ job }) => job.kind)).toEqual(['noop'])
  jobs.stopAll('draining')
})

test('a claim whose answer is lost on the way is given back at once and costs nothing', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const { sql } = database
  const through = connect(proxy.url, { applicationName: 'makara test', connectionsMax: 1 })
  await addJobs(sql, 2)
  const { loop, jobs } = openLane(through, { slots: 2, run: forever })
  const cut = proxy.cutAt({ text: /full join finished/ })

  await expect(loop.pass({ isOpen: true })).rejects.toThrow('CONNECTION_CLOSED')
  await cut
  expect(await sql`select state from jobs`).toEqual([
    { state: 'processing' },
    { state: 'processing' },
  ])

  await loop.pass({ isOpen: true })
  expect(jobs.countIn('standard')).toBe(2)
  expect(await sql`select state, attempts, crashes, hand_backs from jobs`).toEqual([
    { state: 'processing', attempts: 1, crashes: 0, hand_backs: 0 },
    { state: 'processing', attempts: 1, crashes: 0, hand_backs: 0 },
  ])
  jobs.stopAll('draining')
  await through.end({ timeout: 0 })
})
