import { expect, test } from 'vitest'
import { startTestRender } from '../testing/test-render.ts'
import { testDatabase } from '../testing/test-database.ts'
import { insertAccount, insertNewDraft } from '../testing/test-rows.ts'
import type { Sql } from './connect.ts'
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

  expect(redrives).toEqual([{ jobId: dead?.id, kind: 'plan', outcome: 'redriven' }])
  expect(await sql`select state, stage, parts_left, fault from renders`).toEqual([
    { state: 'processing', stage: 'rendering', parts_left: 2, fault: null },
  ])
  expect(
    await sql`select kind, state, attempts, crashes, payload from jobs order by payload ->> 'position'`,
  ).toEqual([
    { kind: 'chunk', state: 'queued', attempts: 0, crashes: 0, payload: { position: 1 } },
    { kind: 'sound', state: 'queued', attempts: 0, crashes: 0, payload: { position: 2 } },
  ])
  expect(await sql`select id from dead_letters`).toEqual([])
  expect(await sql`select * from invariants`).toEqual([])
})

test('a render that was followed by another one stays failed', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { draftId, accountId, renderId } = await startTestRender(sql)
  await crashForGood(sql)
  await startRender(sql, { id: draftId, accountId })

  const redrives = await redriveDeadJobs(sql, 'all')

  expect(redrives.map((redrive) => redrive.outcome)).toEqual(['moved on'])
  expect(await sql`select state from renders where id = ${renderId}`).toEqual([{ state: 'failed' }])
  expect(await sql`select count(*) from dead_letters`).toEqual([{ count: 1 }])
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

test('two who redrive at once do it once', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  await crashForGood(sql)

  await Promise.all([redriveDeadJobs(sql, 'all'), redriveDeadJobs(sql, 'all')])

  expect(await sql`select kind from jobs`).toEqual([{ kind: 'plan' }])
})
