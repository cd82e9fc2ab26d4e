import { expect, test } from 'vitest'
import { until } from '../../process/until.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { holdJobs, lapseLeases, startTestRender } from '../../testing/test-render.ts'
import type { Sql } from '../connect.ts'
import { maintenanceTasks } from './maintenance-tasks.ts'
import { Schedule } from './schedule.ts'

const never = new AbortController().signal

function scheduleOf(sql: Sql, options: { leaseSeconds: number; logged?: string[] }): Schedule {
  const { leaseSeconds, logged = [] } = options
  const log = (event: string) => void logged.push(event)
  const alerts = { url: undefined, owner: 'Ada' }
  return new Schedule({ sql, tasks: maintenanceTasks({ sql, leaseSeconds, alerts, log }), log })
}

test('any process heals the farm: lapsed jobs, deadlines, alerts, rules and old rows', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const logged: string[] = []
  const lapsed = await startTestRender(sql)
  await holdJobs(sql, lapsed.renderId)
  await lapseLeases(sql)
  const overdue = await startTestRender(sql)
  await sql`update jobs set work_ms = 31 * 60000 where render_id = ${overdue.renderId}`
  await sql`update accounts set balance = balance + 1 where id = ${overdue.accountId}`
  await sql`
    insert into job_history (id, kind, lane, account_id, outcome, attempts, crashes, created_at, finished_at)
    values (-1, 'plan', 'bulk', gen_random_uuid(), 'done', 1, 0, now(), now() - interval '31 days')`
  await using schedule = runOf(scheduleOf(sql, { leaseSeconds: 0.3, logged }))

  await until('all of it was done', () =>
    ['jobs.reclaimed', 'renders.overdue', 'rows.pruned'].every((event) => logged.includes(event)),
  )
  await until('the rules were checked', () =>
    sql`select from alerts`.then((rows) => rows.count === 1),
  )
  await sql`update schedule set next_run_at = clock_timestamp() where task = 'alerts'`
  await until('it was told', () => logged.includes('alert.raised'))
  await schedule.stop()

  expect(logged.filter((event) => event.endsWith('.failed'))).toEqual([])
  expect(await sql`select task from schedule where error is not null`).toEqual([])
  expect(await sql`select state, crashes from jobs where render_id = ${lapsed.renderId}`).toEqual([
    { state: 'queued', crashes: 1 },
  ])
})

function runOf(schedule: Schedule) {
  const stop = new AbortController()
  const running = schedule.run(stop.signal)
  const end = () => {
    stop.abort()
    return running
  }
  return { stop: end, [Symbol.asyncDispose]: end }
}

test('a process that got the database back reclaims nothing for the time of a lease', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  const back = scheduleOf(sql, { leaseSeconds: 3600 })
  await sql`alter table schedule rename to schedule_away`
  await back.tick(never)
  await sql`alter table schedule_away rename to schedule`
  await back.tick(never)
  await back.tick(never)
  await back.ended()

  const started = await sql<{ task: string }[]>`
    select task from schedule where started_at is not null order by task`
  expect(started.map(({ task }) => task)).toEqual([
    'alerts',
    'check-invariants',
    'end-overdue',
    'prune-rows',
  ])
  // Another process, which never lost it, does it.
  await scheduleOf(sql, { leaseSeconds: 3600 }).tick(never)
  expect(
    await sql`select from schedule where task = 'reclaim' and started_at is not null`,
  ).toHaveLength(1)
  expect(await sql`select state from renders where id = ${renderId}`).toEqual([{ state: 'queued' }])
})
