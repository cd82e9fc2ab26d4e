import { expect, test } from 'vitest'
import { until } from '../process/until.ts'
import { testDatabase } from '../testing/test-database.ts'
import { balanceOf, holdJobs, ledgerOf, startTestRender } from '../testing/test-render.ts'
import { insertAccount, insertNewDraft } from '../testing/test-rows.ts'
import type { Sql } from './connect.ts'
import { dismissDeadJobs } from './dead-letters.ts'
import { finishIfOwned } from './end-jobs.ts'
import { endRender } from './end-render.ts'
import { enqueueJobs, renderJob } from './enqueue-job.ts'
import { giveTurn } from './give-turn.ts'
import { reclaimLapsedJobs } from './reclaim-lapsed-jobs.ts'
import { redriveDeadJobs } from './redrive-dead-jobs.ts'
import { startRender } from './start-render.ts'

/** Lets every job in the queue crash for the second time, which fails what it belongs to. */
async function crashForGood(sql: Sql): Promise<void> {
  await sql`
    update jobs
    set
      state = 'processing',
      crashes = 1,
      lease_owner = gen_random_uuid(),
      lease_token = gen_random_uuid(),
      lease_expires_at = clock_timestamp() - interval '1 minute'`
  await reclaimLapsedJobs(sql, { leaseSeconds: 0 })
}

test('a failed render comes back with the jobs for what is missing, and no others', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await sql`
    update renders
    set composition = '{}', stage = 'rendering', state = 'processing', parts_left = 2
    where id = ${renderId}`
  await sql`
    insert into render_parts (render_id, position, kind, first_frame, frame_count, file, sha256, bytes)
    values
      (${renderId}, 0, 'chunk', 0, 30, 'a', 'b', 1),
      (${renderId}, 1, 'chunk', 30, 30, null, null, null),
      (${renderId}, 2, 'sound', 0, 60, null, null, null)`
  await crashForGood(sql)
  const [dead] = await sql<{ id: number }[]>`select id from dead_letters`

  const redrives = await redriveDeadJobs(sql, { id: dead?.id ?? 0 })

  const queued = await sql<{ id: number }[]>`select id from jobs order by id`
  expect(redrives).toEqual([
    { jobId: dead?.id, kind: 'plan', outcome: 'redriven', newJobIds: queued.map(({ id }) => id) },
  ])
  expect(await sql`select state, stage, parts_left, fault from renders`).toEqual([
    { state: 'processing', stage: 'rendering', parts_left: 2, fault: null },
  ])
  expect(
    await sql`select kind, state, attempts, crashes, payload from jobs order by payload ->> 'position'`,
  ).toEqual([
    { kind: 'chunk', state: 'queued', attempts: 0, crashes: 0, payload: { position: 1 } },
    { kind: 'sound', state: 'queued', attempts: 0, crashes: 0, payload: { position: 2 } },
  ])
  expect(await sql`select * from dead_jobs`).toEqual([])
  // It did die, whatever came of it.
  expect(await sql`select kind, dead from failure_rate`).toEqual([{ kind: 'plan', dead: 1 }])
  expect(await sql`select * from invariants`).toEqual([])
})

test('a render that was followed by another one stays failed', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { draftId, accountId, renderId } = await startTestRender(sql)
  await crashForGood(sql)
  await startRender(sql, { id: draftId, accountId })

  const redrives = await redriveDeadJobs(sql, 'all')

  expect(redrives).toMatchObject([{ outcome: 'moved on', newJobIds: [] }])
  expect(await sql`select state from renders where id = ${renderId}`).toEqual([{ state: 'failed' }])
  expect(await sql`select * from dead_jobs`).toEqual([])
  expect(await redriveDeadJobs(sql, { id: redrives[0]?.jobId ?? 0 })).toMatchObject([
    { outcome: 'answered already' },
  ])
})

test('what is dismissed is off the list, and its render and draft stay as they are', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await insertNewDraft(sql, { accountId: await insertAccount(sql), html: '<p>a' })
  await crashForGood(sql)
  const dead = await sql<{ id: number; kind: string }[]>`select id, kind from dead_jobs order by id`
  expect(dead.map(({ kind }) => kind)).toEqual(['plan', 'script'])
  const [plan, script] = dead.map(({ id }) => id)

  expect(await dismissDeadJobs(sql, { kind: 'chunk' })).toEqual([])
  expect(await dismissDeadJobs(sql, { id: plan ?? 0 })).toEqual([plan])
  expect(await dismissDeadJobs(sql, { id: plan ?? 0 })).toEqual([])
  expect(await sql`select kind from dead_jobs`).toEqual([{ kind: 'script' }])
  expect(await dismissDeadJobs(sql, 'all')).toEqual([script])
  expect(await redriveDeadJobs(sql, 'all')).toEqual([])
  expect(await sql`select state from renders where id = ${renderId}`).toEqual([{ state: 'failed' }])
  expect(await sql`select state from drafts order by state`).toEqual([
    { state: 'failed' },
    { state: 'ready' },
  ])
  expect(await sql`select * from jobs`).toEqual([])
})

test('dead jobs of one kind are redriven together, the others are left', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  for (let drafts = 0; drafts < 3; drafts++) await insertNewDraft(sql, { accountId, html: '<p>a' })
  await startTestRender(sql)
  await crashForGood(sql)

  const redrives = await redriveDeadJobs(sql, { kind: 'script' })

  expect(redrives.map(({ kind, outcome }) => [kind, outcome])).toEqual(
    Array.from({ length: 3 }, () => ['script', 'redriven']),
  )
  expect(await sql`select state, count(*) from drafts group by state order by state`).toEqual([
    { state: 'ready', count: 1 },
    { state: 'writing', count: 3 },
  ])
  expect(await sql`select kind from dead_jobs`).toEqual([{ kind: 'plan' }])
})

test('several who redrive at once do it once', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  await crashForGood(sql)
  // Three chunks of a render may well die together.
  await sql`
    insert into dead_letters
    select (jsonb_populate_record(dead, jsonb_build_object('id', dead.id + 1000 + n))).*
    from dead_letters as dead, generate_series(1, 2) as n`

  const dead = await sql<{ id: number }[]>`select id from dead_letters`

  const redriving = await sql.begin(async (tx) => {
    await tx`select id from renders for update`
    const redrives = dead.map(({ id }) => redriveDeadJobs(sql, { id }))
    await until('all of them wait', async () => {
      const waiting = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length === dead.length
    })
    return { redrives }
  })
  const redrives = await Promise.all(redriving.redrives)

  expect(
    redrives
      .flat()
      .map(({ outcome }) => outcome)
      .toSorted(),
  ).toEqual(['answered already', 'answered already', 'redriven'])
  expect(await sql`select kind from jobs`).toEqual([{ kind: 'plan' }])
  expect(await sql`select life from renders`).toEqual([{ life: 2 }])
  expect(await ledgerOf(sql, renderId)).toHaveLength(3)
  expect(await balanceOf(sql, accountId)).toBe(99)
  expect(await sql`select id from dead_jobs`).toEqual([])
})

test('every life of a render is reserved and resolved for itself', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  await crashForGood(sql)
  expect(await balanceOf(sql, accountId)).toBe(100)

  await redriveDeadJobs(sql, 'all')
  expect(await balanceOf(sql, accountId)).toBe(99)
  await crashForGood(sql)

  expect(await ledgerOf(sql, renderId)).toEqual([
    { kind: 'reserve', amount: -1, life: 1 },
    { kind: 'refund', amount: 1, life: 1 },
    { kind: 'reserve', amount: -1, life: 2 },
    { kind: 'refund', amount: 1, life: 2 },
  ])
  expect(await balanceOf(sql, accountId)).toBe(100)
  expect(await sql`select * from invariants`).toEqual([])
})

test('without credits for another life nothing changes', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { accountId } = await startTestRender(sql)
  await crashForGood(sql)
  await sql`insert into ledger (account_id, kind, amount) values (${accountId}, 'adjust', -100)`
  await sql`update accounts set balance = 0`
  const stateOf = async () => ({
    renders: await sql`select * from renders`,
    ledger: await sql`select * from ledger order by created_at`,
    dead: await sql`select * from dead_letters`,
    jobs: await sql`select * from jobs`,
  })
  const before = await stateOf()

  const redrives = await redriveDeadJobs(sql, 'all')

  expect(redrives.map((redrive) => redrive.outcome)).toEqual(['no credits'])
  expect(await stateOf()).toEqual(before)
  expect(await sql`select * from invariants`).toEqual([])
})

test('a render that was to be cancelled when it failed is not brought back', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await crashForGood(sql)
  await sql`update renders set cancel_requested_at = clock_timestamp() where id = ${renderId}`

  const redrives = await redriveDeadJobs(sql, 'all')

  expect(redrives.map((redrive) => redrive.outcome)).toEqual(['moved on'])
})

test('a node that still stops for the failure cannot end the new life', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await sql.begin(async (tx) =>
    enqueueJobs(tx, [renderJob(await giveTurn(tx, renderId), { kind: 'sound', position: 9 })]),
  )
  await sql`update jobs set unique_key = 'other' where kind = 'sound'`
  await holdJobs(sql, renderId)
  const [held] = await sql<{ id: number; token: string }[]>`
    select id, lease_token as token from jobs where kind = 'sound'`
  await sql`
    update jobs set crashes = 1, lease_expires_at = clock_timestamp() - interval '1 minute'
    where kind = 'plan'`
  await reclaimLapsedJobs(sql, { leaseSeconds: 0 })
  expect(await sql`select kind, cancel_requested from jobs`).toEqual([
    { kind: 'sound', cancel_requested: true },
  ])

  await redriveDeadJobs(sql, 'all')
  const isOwned = await sql.begin(async (tx) => {
    if (!held || !(await finishIfOwned(tx, held, 'cancelled'))) return false
    return endRender(tx, renderId, { state: 'cancelled' })
  })

  expect(isOwned).toBe(false)
  expect(await sql`select state, life from renders`).toEqual([{ state: 'processing', life: 2 }])
  expect(await sql`select kind from jobs`).toEqual([{ kind: 'plan' }])
})
