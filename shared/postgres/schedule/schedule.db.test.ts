import { expect, test } from 'vitest'
import { until } from '../../process/until.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { countedTask, heldTask, makeDue, scheduleOf } from '../../testing/test-tasks.ts'
import type { Sql } from '../connect.ts'
import type { Schedule } from './schedule.ts'
import type { ScheduledTask } from './scheduled-task.ts'

const never = new AbortController().signal

/** Makes the rows of the tasks, which are due at once. */
async function introduce(schedule: Schedule): Promise<void> {
  expect(await schedule.tick(never)).toBe(100)
}

async function minutesUntil(sql: Sql, task: string): Promise<number> {
  const [row] = await sql<{ minutes: number }[]>`
    select round(extract(epoch from next_run_at - clock_timestamp()) / 60)::integer as minutes
    from schedule where task = ${task}`
  return row?.minutes ?? Number.NaN
}

test('however many processes look at once, each run is done once', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const counted = countedTask()
  const schedules = Array.from({ length: 4 }, () => scheduleOf(sql, [counted.task]))
  await schedules[0]?.tick(never)

  for (let rounds = 1; rounds <= 20; rounds++) {
    await makeDue(sql)
    await Promise.all(schedules.map((schedule) => schedule.tick(never)))
    await Promise.all(schedules.map((schedule) => schedule.ended()))
    expect(counted.count).toBe(rounds)
  }
})

test('two loops over one database do a task in turn and never at once', async () => {
  await using database = await testDatabase()
  const stop = new AbortController()
  const running = { now: 0, most: 0, count: 0 }
  const task: ScheduledTask = {
    name: 'short',
    everyMs: 200,
    run: async () => {
      running.now++
      running.count++
      running.most = Math.max(running.most, running.now)
      await database.sql`select pg_sleep(0.05)`
      running.now--
    },
  }
  const loops = [1, 2].map(() => scheduleOf(database.sql, [task]).run(stop.signal))

  const startedAt = performance.now()
  await until('it ran five times', () => running.count === 5)
  expect(performance.now() - startedAt).toBeGreaterThan(4 * 200)
  stop.abort()
  await Promise.all(loops)

  expect(running.most).toBe(1)
})

test('runs that were missed are not made up for', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const counted = countedTask()
  const schedule = scheduleOf(sql, [counted.task])
  await introduce(schedule)
  await makeDue(sql, '3 days')

  await schedule.tick(never)
  await schedule.ended()
  await schedule.tick(never)

  expect(counted.count).toBe(1)
  expect(await minutesUntil(sql, 'counted')).toBe(60)
})

test('a time that only a wrong clock can have written is due', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const counted = countedTask()
  const schedule = scheduleOf(sql, [counted.task])
  await introduce(schedule)
  await makeDue(sql, '-62 minutes')

  await schedule.tick(never)

  expect(counted.count).toBe(1)
  expect(await minutesUntil(sql, 'counted')).toBe(60)
})

test('a task that still runs is started by nobody, here or elsewhere', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const held = heldTask()
  const [here, elsewhere] = [scheduleOf(sql, [held.task]), scheduleOf(sql, [held.task])]
  await introduce(here)
  await here.tick(never)
  await sql`update schedule set next_run_at = clock_timestamp() + interval '1 second'`

  await here.tick(never)
  expect(await minutesUntil(sql, 'held')).toBe(60)
  await elsewhere.tick(never)
  await makeDue(sql)
  await here.tick(never)
  await elsewhere.tick(never)
  expect(held.runs).toHaveLength(1)
  expect(await sql`select task from schedule where finished_at is not null`).toEqual([])

  held.runs[0]?.end()
  await here.ended()
  await here.tick(never)
  expect(
    await sql`select error from schedule where finished_at between started_at and clock_timestamp()`,
  ).toEqual([{ error: null }])
})

test('a process that was killed is followed by another, and stops if it only slept', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const held = heldTask()
  const counted = countedTask('held')
  const [asleep, alive] = [scheduleOf(sql, [held.task]), scheduleOf(sql, [counted.task])]
  await introduce(asleep)
  await asleep.tick(never)
  await alive.tick(never)
  expect([held.runs.length, counted.count]).toEqual([1, 0])

  await makeDue(sql)
  await alive.tick(never)
  expect(counted.count).toBe(1)
  await alive.tick(never)
  const [before] = await sql`select * from schedule`

  await asleep.tick(never)
  expect(held.runs[0]?.signal.reason).toBe('superseded')
  await asleep.ended()
  await asleep.tick(never)
  expect(await sql`select * from schedule`).toEqual([before])
})

test('a slow task holds up no other one', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const held = heldTask('slow')
  const counted = countedTask('quick')
  const schedule = scheduleOf(sql, [held.task, counted.task])
  await introduce(schedule)

  for (let rounds = 1; rounds <= 3; rounds++) {
    await makeDue(sql)
    await schedule.tick(never)
    expect([held.runs.length, counted.count]).toEqual([1, rounds])
  }
})

test('with nothing to do, a process looks every five seconds', async () => {
  await using database = await testDatabase()
  const schedule = scheduleOf(database.sql, [countedTask().task])
  await introduce(schedule)
  await schedule.tick(never)
  await schedule.ended()

  expect(await schedule.tick(never)).toBe(5000)
})

test('stopping ends what runs and starts nothing more', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const stop = new AbortController()
  const held = heldTask()
  const schedule = scheduleOf(sql, [held.task])
  const loop = schedule.run(stop.signal)
  await until('it runs', () => held.runs.length === 1)

  stop.abort()
  await loop

  await makeDue(sql)
  await schedule.tick(stop.signal)
  expect(held.runs).toHaveLength(1)
})
