import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { countedTask, makeDue, scheduleOf } from '../../testing/test-tasks.ts'
import type { Sql } from '../connect.ts'
import type { Schedule } from './schedule.ts'
import type { ScheduledTask } from './scheduled-task.ts'

const hourMs = 3_600_000
const never = new AbortController().signal

/** A task that fails while it is told to. */
function fragileTask(more: Partial<ScheduledTask> = {}) {
  const state = { isFailing: true, count: 0 }
  const run = async () => {
    state.count++
    if (state.isFailing) throw new Error('No luck')
  }
  return Object.assign(state, { task: { name: 'fragile', everyMs: hourMs, run, ...more } })
}

/** Everything that is due is done, and its end is written. */
async function runOnce(sql: Sql, schedule: Schedule): Promise<void> {
  await makeDue(sql)
  await schedule.tick(never)
  await schedule.ended()
  await sql`update schedule set next_run_at = clock_timestamp() + interval '1 hour'`
  await schedule.tick(never)
}

/** Ticks once while the schedule cannot be read. */
async function loseSchedule(sql: Sql, schedule: Schedule): Promise<void> {
  await sql`alter table schedule rename to schedule_away`
  expect(await schedule.tick(never)).toBe(2000)
  await sql`alter table schedule_away rename to schedule`
}

test('a failure is written and told once, and so is the recovery', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const events: string[] = []
  const fragile = fragileTask()
  const schedule = scheduleOf(sql, [fragile.task], events)
  await schedule.tick(never)

  await runOnce(sql, schedule)
  await runOnce(sql, schedule)
  expect(await sql`select error from schedule`).toEqual([{ error: 'Error: No luck' }])
  fragile.isFailing = false
  await runOnce(sql, schedule)
  expect(await sql`select error from schedule`).toEqual([{ error: null }])
  expect(events).toEqual(['fragile.failed', 'fragile.recovered'])
})

test('while the schedule cannot be read the loop goes on, and tells it once', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const events: string[] = []
  const counted = countedTask()
  const schedule = scheduleOf(sql, [counted.task], events)
  await schedule.tick(never)
  await loseSchedule(sql, schedule)
  await sql`alter table schedule rename to schedule_away`
  await schedule.tick(never)
  await sql`alter table schedule_away rename to schedule`

  await schedule.tick(never)

  expect(counted.count).toBe(1)
  expect(events).toEqual(['schedule.failed', 'schedule.recovered'])
})

test('a run that ends while the schedule cannot be read is written later', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const fragile = fragileTask()
  const schedule = scheduleOf(sql, [fragile.task])
  await schedule.tick(never)
  await schedule.tick(never)
  await schedule.ended()
  await loseSchedule(sql, schedule)

  await schedule.tick(never)

  expect(await sql`select error from schedule`).toEqual([{ error: 'Error: No luck' }])
})

test('whoever has just got the database back leaves it to others to judge by silence', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const [here, elsewhere] = [countedTask('judge', { patienceMs: hourMs }), countedTask('judge')]
  const other = countedTask('other')
  const schedule = scheduleOf(sql, [here.task, other.task])
  await schedule.tick(never)
  await runOnce(sql, schedule)
  expect([here.count, other.count]).toEqual([1, 1])
  await loseSchedule(sql, schedule)

  for (let rounds = 0; rounds < 3; rounds++) await runOnce(sql, schedule)

  expect([here.count, other.count]).toEqual([1, 4])
  await runOnce(sql, scheduleOf(sql, [elsewhere.task]))
  expect(elsewhere.count).toBe(1)
})

test('a run that fails makes its own process patient', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const fragile = fragileTask({ patienceMs: hourMs })
  const schedule = scheduleOf(sql, [fragile.task])
  await schedule.tick(never)

  for (let rounds = 0; rounds < 3; rounds++) await runOnce(sql, schedule)

  expect(fragile.count).toBe(1)
})
