import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { publishTestRender, startTestRender } from '../testing/test-render.ts'
import type { Sql } from './connect.ts'

/** Ended jobs that waited for so many seconds and then took two. */
async function insertHistory(sql: Sql, lane: string, waits: number[]): Promise<void> {
  await sql`
    insert into job_history (
      id, kind, lane, account_id, outcome, attempts, crashes, created_at, run_at, claimed_at, finished_at
    )
    select
      -row_number() over (), 'chunk', ${lane}, gen_random_uuid(), 'done', 1, 0, now(),
      now() - interval '1 hour', now() - interval '1 hour' + wait * interval '1 second',
      now() - interval '1 hour' + (wait + 2) * interval '1 second'
    from unnest(${waits}::integer[]) as wait`
}

async function insertNode(sql: Sql, node: { name: string; state: string; silent: number }) {
  const [row] = await sql<{ id: string }[]>`
    insert into nodes (id, name, state, slots, release, seen_at)
    values (
      gen_random_uuid(), ${node.name}, ${node.state}, '{"interactive": 4, "standard": 2, "bulk": 0}',
      '', clock_timestamp() - make_interval(secs => ${node.silent})
    )
    returning id`
  return row?.id ?? ''
}

test('the role for operators reads every view and no table', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const views = (await readdir('sql/views')).map((name) => name.replace('.sql', ''))
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`

  await sql.begin(async (tx) => {
    await tx`set local role makara_admin`
    for (const view of views) await tx`select * from ${tx(view)}`
  })
  expect(views).toContain('slo')

  for (const { name } of tables) {
    const reading = sql.begin(async (tx) => {
      await tx`set local role makara_admin`
      await tx`select from ${tx(name)}`
    })
    await expect(reading).rejects.toThrow(`permission denied for table ${name}`)
  }
  expect(tables.map(({ name }) => name)).toContain('api_keys')
})

test('every view begins by saying what it shows', async () => {
  for (const name of await readdir('sql/views')) {
    const [head] = (await readFile(`sql/views/${name}`, 'utf8')).split('create view')
    expect(head).toMatch(/^-- [A-Z][^]*[.]\n$/)
  }
})

test('each lane shows how many of its jobs were claimed in time, and how renders end', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await insertHistory(sql, 'interactive', [0, 1, 2, 11])
  const render = await startTestRender(sql)
  await sql.begin((tx) => publishTestRender(tx, render))

  expect(await sql`select * from slo`).toEqual([
    {
      lane: 'interactive',
      objective_seconds: 10,
      claimed: 4,
      in_time_share: '0.7500',
      p95_wait_seconds: '9.650',
      renders_ended: 0,
      renders_done_share: null,
    },
    expect.objectContaining({
      lane: 'standard',
      claimed: 0,
      in_time_share: null,
      renders_ended: 1,
      renders_done_share: '1.0000',
    }),
    expect.objectContaining({ lane: 'bulk', claimed: 0, renders_ended: 0 }),
  ])
  expect(await sql`select * from job_durations`).toEqual([
    { kind: 'chunk', jobs: 4, p50_seconds: '2.000', p95_seconds: '2.000' },
  ])
})

test('parked jobs are in the depth, and their waiting is seen', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  await sql`update jobs set state = 'parked', run_at = clock_timestamp() - interval '1 minute'`

  expect(await sql`select state, jobs from queue_depth`).toEqual([{ state: 'parked', jobs: 1 }])
  const [age] = await sql<{ oldest_seconds: string }[]>`select oldest_seconds from queue_age`
  expect(Number(age?.oldest_seconds)).toBeCloseTo(60, 0)
})

test('a job is stuck when its lease or its time has passed and nobody acts', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  const ago = sql`clock_timestamp() - interval '2 minutes'`
  await sql`update jobs set run_at = ${ago}`
  expect(await sql`select * from stuck_jobs`).toEqual([])

  await sql`update jobs set state = 'scheduled'`
  expect(await sql`select reason from stuck_jobs`).toEqual([
    { reason: 'its time came and nobody made it ready' },
  ])
  await sql`
    update jobs
    set
      state = 'processing',
      lease_owner = gen_random_uuid(),
      lease_token = gen_random_uuid(),
      lease_expires_at = ${ago}`
  expect(await sql`select reason from stuck_jobs`).toEqual([
    { reason: 'its lease ran out and nobody took it back' },
  ])
})

test('a node that came back under its name is one node', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await insertNode(sql, { name: 'killed', state: 'ready', silent: 60 })
  await insertNode(sql, { name: 'other', state: 'ready', silent: 60 })
  await sql`update nodes set started_at = seen_at`
  await insertNode(sql, { name: 'killed', state: 'ready', silent: 0 })

  expect(await sql`select name, state from node_health order by name`).toEqual([
    { name: 'killed', state: 'ready' },
    { name: 'other', state: 'silent' },
  ])
})

test('operators see when recurring work ran last, and how it ended', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await sql`
    insert into schedule (task, next_run_at, started_at, finished_at, error)
    values ('reclaim', now() + interval '5 seconds', now(), now(), 'no')`
  expect(await sql`select * from recurring_tasks`).toEqual([
    {
      task: 'reclaim',
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      error: 'no',
      due_in_seconds: expect.stringMatching(/^4\.\d$|^5\.0$/),
    },
  ])
})

test('a node shows what it holds per slot, and silence unless it stopped', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const busy = await insertNode(sql, { name: 'busy', state: 'ready', silent: 0 })
  await insertNode(sql, { name: 'gone', state: 'ready', silent: 60 })
  await insertNode(sql, { name: 'stopped', state: 'stopped', silent: 60 })
  await startTestRender(sql)
  await sql`
    update jobs
    set
      state = 'processing',
      lease_owner = ${busy},
      lease_token = gen_random_uuid(),
      lease_expires_at = clock_timestamp()`

  expect(await sql`select name, state, jobs_held, saturation from node_health`).toEqual([
    {
      name: 'busy',
      state: 'ready',
      jobs_held: 1,
      saturation: { interactive: 0, standard: 0.5, bulk: null },
    },
    expect.objectContaining({ name: 'gone', state: 'silent', jobs_held: 0 }),
    expect.objectContaining({ name: 'stopped', state: 'stopped' }),
  ])
})
