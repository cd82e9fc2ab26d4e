import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { balanceOf, holdJobs, startRenderOf, startTestRender } from '../../testing/test-render.ts'
import type { Sql } from '../connect.ts'
import { endOverdueRenders } from './end-overdue-renders.ts'

const halfHour = { deadlineMinutes: 30 }

/** An ended job of the render on which a node worked so long, so long ago. */
async function insertHistory(
  sql: Sql,
  job: { renderId: string; workMinutes: number; endedMinutesAgo?: number },
): Promise<void> {
  await sql`
    insert into job_history
      (id, kind, lane, account_id, render_id, outcome, attempts, crashes, created_at, finished_at, work_ms)
    values (
      (select count(*) - 1000 from job_history), 'chunk', 'standard', gen_random_uuid(),
      ${job.renderId}, 'done', 1, 0, now(),
      clock_timestamp() - make_interval(mins => ${job.endedMinutesAgo ?? 0}), ${job.workMinutes * 60_000}
    )`
}

test('work on all jobs of a render counts together, of past holders and of the present one', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  const reserved = await balanceOf(sql, accountId)
  await holdJobs(sql, renderId)
  await insertHistory(sql, { renderId, workMinutes: 15 })
  await sql`
    update jobs set work_ms = 10 * 60000, claimed_at = clock_timestamp() - interval '4 minutes'`
  expect(await endOverdueRenders(sql, halfHour)).toBe(0)
  await sql`update jobs set claimed_at = clock_timestamp() - interval '6 minutes'`

  expect(await endOverdueRenders(sql, halfHour)).toBe(1)
  expect(await endOverdueRenders(sql, halfHour)).toBe(0)

  expect(await sql`select state, fault, evidence from renders`).toEqual([
    {
      state: 'failed',
      fault: {
        code: 'render_deadline',
        sentence: 'The video was not finished within 30 minutes of work.',
        stage: 'waiting',
        retryable: true,
      },
      evidence: { deadlineMinutes: 30, workMs: expect.any(Number) },
    },
  ])
  expect(await sql`select cancel_requested from jobs`).toEqual([{ cancel_requested: true }])
  expect(await balanceOf(sql, accountId)).toBeGreaterThan(reserved ?? 0)
})

test('a render that waits for days has no deadline', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  await sql`update renders set created_at = created_at - interval '9 days'`
  await sql`update jobs set created_at = created_at - interval '9 days', run_at = created_at`

  expect(await endOverdueRenders(sql, halfHour)).toBe(0)
})

test('a holder that died worked until its lease ran out, not until now', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await holdJobs(sql, renderId)
  await sql`
    update jobs
    set
      claimed_at = clock_timestamp() - interval '50 minutes',
      lease_expires_at = clock_timestamp() - interval '25 minutes'`

  expect(await endOverdueRenders(sql, halfHour)).toBe(0)
})

test('a redriven render has its whole time again', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await insertHistory(sql, { renderId, workMinutes: 31, endedMinutesAgo: 10 })

  expect(await endOverdueRenders(sql, halfHour)).toBe(0)
  await sql`update renders set life_began_at = created_at - interval '1 hour'`
  expect(await endOverdueRenders(sql, halfHour)).toBe(1)
})

test('a render that ended or that others work on in time is left alone', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const first = await startTestRender(sql)
  const second = await startRenderOf(sql, first.accountId)
  await insertHistory(sql, { renderId: first.renderId, workMinutes: 31 })
  await insertHistory(sql, { renderId: second.renderId, workMinutes: 29 })
  await sql`
    update renders
    set state = 'cancelled', stage = 'ended', finished_at = clock_timestamp()
    where id = ${first.renderId}`

  expect(await endOverdueRenders(sql, halfHour)).toBe(0)
})
