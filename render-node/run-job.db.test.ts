import { expect, test } from 'vitest'
import { Failure } from '../shared/failure.ts'
import type { Sql } from '../shared/postgres/connect.ts'
import { finishIfOwned } from '../shared/postgres/end-jobs.ts'
import { testDatabase } from '../shared/testing/test-database.ts'
import { startTestRender } from '../shared/testing/test-render.ts'
import type { JobResult } from './jobs/job-context.ts'
import type { Job } from './queue/exchange-jobs.ts'
import { readPayload } from './queue/read-payload.ts'
import { stageDueJobs } from './queue/stage-jobs.ts'
import { type JobEnd, runJob, type StopReason } from './run-job.ts'
import { claimJob } from './testing/claim-job.ts'
import { runClaimedJob } from './testing/run-claimed-job.ts'

type Work = (signal: AbortSignal) => Promise<JobResult>

/** Runs the job with work of the test's own; `stop` tells it to stop before it begins. */
function run(sql: Sql, job: Job, use: { work: Work; stop?: StopReason }): Promise<JobEnd> {
  const stop = new AbortController()
  if (use.stop) stop.abort(use.stop)
  return runJob({
    sql,
    job,
    control: {
      signal: stop.signal,
      stopReason: use.stop,
      isLost: false,
      reportFrames: () => undefined,
      reportWords: () => undefined,
      whenFresh: async () => undefined,
    },
    work: () => use.work(stop.signal),
    finish: (ended, outcome) => sql.begin((tx) => finishIfOwned(tx, ended, outcome)),
  })
}

function failing(failure: ConstructorParameters<typeof Failure>[0]): Work {
  return async () => {
    throw new Failure(failure)
  }
}

const stopped: Work = async (signal) => {
  signal.throwIfAborted()
  return { outcome: 'moot' }
}

const slow = { code: 'slow', sentence: 'Too slow.', retryable: true }

async function stateOf(sql: Sql) {
  const [job] = await sql`
    select
      state, attempts, hand_backs as "handBacks",
      round(extract(epoch from run_at - clock_timestamp()))::integer as "dueSeconds"
    from jobs`
  return job
}

async function makeDue(sql: Sql): Promise<void> {
  await sql`update jobs set run_at = clock_timestamp()`
  await stageDueJobs(sql, { kinds: [] })
}

test('Retry-After is obeyed to the second', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  const failure = { ...slow, retryAfterMs: 37_000 }

  expect(await run(sql, await claimJob(sql), { work: failing(failure) })).toBe('retried')

  expect(await stateOf(sql)).toMatchObject({ state: 'scheduled', attempts: 1, dueSeconds: 37 })
  const { nextDueMs } = await stageDueJobs(sql, { kinds: [] })
  expect(nextDueMs).toBeGreaterThan(35_000)
  expect(nextDueMs).toBeLessThanOrEqual(37_000)
})

test('waiting for a provider limit costs no attempt, but not for ever', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  const work = failing({ ...slow, isFree: true, retryAfterMs: 1000 })

  for (let waits = 0; waits < 5; waits++) {
    expect(await run(sql, await claimJob(sql), { work })).toBe('retried')
    expect(await stateOf(sql)).toMatchObject({ attempts: 0 })
    await makeDue(sql)
  }

  await sql`update jobs set created_at = clock_timestamp() - interval '2 hours'`
  const ends: JobEnd[] = []
  for (let tries = 0; tries < 3; tries++) {
    ends.push(await run(sql, await claimJob(sql), { work }))
    await makeDue(sql)
  }
  expect(ends).toEqual(['retried', 'retried', 'dead'])
})

test('a permanent error is not tried again', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)

  const work = failing({ code: 'refused', sentence: 'No.', evidence: { why: 'policy' } })
  expect(await run(sql, await claimJob(sql), { work })).toBe('dead')

  expect(await sql`select error from dead_letters`).toMatchObject([
    { error: { code: 'refused', sentence: 'No.', evidence: { why: 'policy' } } },
  ])
  expect(await sql`select state, fault ->> 'code' as code from renders`).toEqual([
    { state: 'failed', code: 'refused' },
  ])
  expect(await sql`select * from invariants`).toEqual([])
})

test('a node that drains gives a job back five times for nothing; then it costs attempts', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)

  for (let drains = 1; drains <= 5; drains++) {
    const job = await claimJob(sql)
    expect(await run(sql, job, { work: stopped, stop: 'draining' })).toBe('handed back')
    expect(await stateOf(sql)).toMatchObject({ state: 'queued', attempts: 0, handBacks: drains })
  }
  const ends: JobEnd[] = []
  for (let drains = 0; drains < 3; drains++) {
    ends.push(await run(sql, await claimJob(sql), { work: stopped, stop: 'draining' }))
    await makeDue(sql)
  }
  expect(ends).toEqual(['retried', 'retried', 'dead'])
  expect(await sql`select state, fault ->> 'code' as code from renders`).toEqual([
    { state: 'failed', code: 'handed_back' },
  ])
})

test.each(['lease lost', 'cancelled', 'draining'] as const)(
  'work that is told to stop (%s) is never counted as failed',
  async (stop) => {
    await using database = await testDatabase()
    const { sql } = database
    await startTestRender(sql)

    await run(sql, await claimJob(sql), { work: stopped, stop })

    expect(await sql`select * from dead_letters`).toEqual([])
    expect(await sql`select state from renders where state = 'failed'`).toEqual([])
  },
)

test('a payload that cannot be read is dead with its evidence, and harms nobody else', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const broken = await startTestRender(sql)
  const sound = await startTestRender(sql)
  await sql`
    update jobs set kind = 'chunk', payload = '{"position": "third"}'
    where render_id = ${broken.renderId}`

  expect(await runClaimedJob(database, await claimJob(sql))).toBe('dead')

  expect(await sql`select error from dead_letters`).toMatchObject([
    { error: { code: 'payload_unreadable', evidence: { payload: { position: 'third' } } } },
  ])
  expect(await claimJob(sql)).toMatchObject({ renderId: sound.renderId })
})

test('one poison job among twenty good ones ends alone', async () => {
  await using database = await testDatabase()
  const { sql } = database
  for (let count = 0; count < 21; count++) await startTestRender(sql)
  await sql`update jobs set payload = '[]', kind = 'sound' where id = (select min(id) from jobs)`

  const ends: JobEnd[] = []
  for (let count = 0; count < 21; count++) {
    const job = await claimJob(sql)
    const work: Work = async () => {
      readPayload(job, job.kind === 'sound' ? 'sound' : 'plan')
      return { outcome: 'moot' }
    }
    ends.push(await run(sql, job, { work }))
  }

  expect(ends.filter((end) => end === 'dead')).toHaveLength(1)
  expect(ends.filter((end) => end === 'moot')).toHaveLength(20)
})
