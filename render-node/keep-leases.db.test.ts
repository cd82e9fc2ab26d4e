import { expect, test } from 'vitest'
import { connect, type Sql } from '../shared/postgres/connect.ts'
import { cancelRender } from '../shared/postgres/cancel-render.ts'
import { reclaimLapsedJobs } from '../shared/postgres/reclaim-lapsed-jobs.ts'
import { every } from '../shared/process/every.ts'
import { until } from '../shared/process/until.ts'
import { testDatabase } from '../shared/testing/test-database.ts'
import { lapseLeases, startTestRender } from '../shared/testing/test-render.ts'
import { TestProxy } from '../shared/testing/test-proxy.ts'
import { LeaseKeeper } from './keep-leases.ts'
import type { JobControl } from './running-job.ts'
import { RunningJobs } from './running-jobs.ts'
import { claimJob } from './testing/claim-job.ts'

/** A node that holds one job and does nothing but keep its lease. */
async function holdJob(sql: Sql, options: { leaseSeconds: number; beatSql?: Sql }) {
  const { leaseSeconds } = options
  const jobs = new RunningJobs({ leaseSeconds, onEnd: () => undefined })
  const claimedAt = performance.now()
  const job = await claimJob(sql, { leaseSeconds })
  const control = await new Promise<JobControl>((resolve) => {
    jobs.start(
      job,
      (_job, given) => {
        resolve(given)
        return new Promise((end) => given.signal.addEventListener('abort', () => end('superseded')))
      },
      { claimedAt },
    )
  })
  const leases = new LeaseKeeper({ sql: options.beatSql ?? sql, jobs, leaseSeconds })
  return { job, jobs, control, leases }
}

test('without an answer to its heartbeats a node works on, but waits before it pays or publishes', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const { sql } = database
  await startTestRender(sql)
  const beatSql = connect(proxy.url, { applicationName: 'makara test', connectionsMax: 1 })
  const { control, leases, jobs } = await holdJob(sql, { leaseSeconds: 2, beatSql })
  await control.whenFresh()

  const stop = new AbortController()
  const beating = every(100, () => leases.pass(), { signal: stop.signal, onError: () => undefined })
  proxy.newConnections = 'cut'
  proxy.cut()
  const [{ renewedAt } = { renewedAt: 0 }] = jobs.list()
  await until('two thirds of the lease are over', () => performance.now() - renewedAt > 1400)
  const fresh = control.whenFresh().then(() => performance.now())
  await until('the whole lease is over', () => performance.now() - renewedAt > 2000)
  const backAt = performance.now()
  proxy.newConnections = 'forwarded'

  expect(await fresh).toBeGreaterThanOrEqual(backAt)
  expect(control.signal.aborted).toBe(false)
  stop.abort()
  jobs.stopAll('draining')
  await beating
  await beatSql.end({ timeout: 0 })
})

test('a node learns from its heartbeat that a lease is lost, and stops the work', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  const { control, leases } = await holdJob(sql, { leaseSeconds: 30 })
  await lapseLeases(sql)
  await reclaimLapsedJobs(sql, { leaseSeconds: 0 })

  control.reportFrames(1)
  await leases.pass()

  expect(control.signal.reason).toBe('lease lost')
  expect(control.isLost).toBe(true)
})

test('a heartbeat does not wait for a row that somebody else is writing', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  const { job, control, leases, jobs } = await holdJob(sql, { leaseSeconds: 30 })

  await sql.begin(async (tx) => {
    await tx`select from jobs where id = ${job.id} for update`
    control.reportFrames(7)
    await leases.pass()
  })

  expect(control.signal.aborted).toBe(false)
  expect(await sql`select frames_done from jobs`).toEqual([{ frames_done: 0 }])
  jobs.stopAll('draining')
})

test("a job's last words reach the dead letter of a node that died", async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  for (let crashes = 0; crashes < 2; crashes++) {
    const { control, leases, jobs } = await holdJob(sql, { leaseSeconds: 30 })
    control.reportFrames(12)
    control.reportWords('Chrome: out of memory')
    await leases.pass()
    jobs.stopAll('lease lost')
    await lapseLeases(sql)
    await reclaimLapsedJobs(sql, { leaseSeconds: 0 })
  }

  expect(await sql`select crashes, error from dead_letters`).toMatchObject([
    {
      crashes: 2,
      error: {
        code: 'node_crashed',
        holder: { framesDone: 12, lastWords: 'Chrome: out of memory' },
      },
    },
  ])
})

test('a cancelled render stops its holder at the next heartbeat, progress or not', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  const { control, leases } = await holdJob(sql, { leaseSeconds: 2 })
  await cancelRender(sql, { id: renderId, accountId })

  await until('the heartbeat is due', async () => {
    await leases.pass()
    return control.signal.aborted
  })

  expect(control.signal.reason).toBe('cancelled')
})
