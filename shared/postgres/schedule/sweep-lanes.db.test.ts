import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { balanceOf, startRenderOf, startTestRender } from '../../testing/test-render.ts'
import { insertNewDraft } from '../../testing/test-rows.ts'
import type { Sql } from '../connect.ts'
import { sweepLanes } from './sweep-lanes.ts'

const never = new AbortController().signal

async function letWait(sql: Sql, minutes: number): Promise<void> {
  await sql`update jobs set run_at = clock_timestamp() - make_interval(mins => ${minutes})`
}

async function insertNode(
  sql: Sql,
  node: { state?: string; slots?: Record<string, number>; secondsAgo?: number },
): Promise<void> {
  const { state = 'ready', slots = { standard: 1 }, secondsAgo = 0 } = node
  await sql`
    insert into nodes (id, name, state, slots, release, seen_at)
    values (
      gen_random_uuid(), 'n', ${state}, ${sql.json(slots)}, '',
      clock_timestamp() - make_interval(secs => ${secondsAgo})
    )`
}

/** A render that has waited for 31 minutes in a lane that nobody serves. */
async function deserted(sql: Sql) {
  const render = await startTestRender(sql)
  await letWait(sql, 31)
  return render
}

test('what waited in vain is given up: renders and drafts fail, credits come back', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { accountId } = await startTestRender(sql)
  await startRenderOf(sql, accountId)
  await insertNewDraft(sql, { accountId, html: '<p>a' })
  await letWait(sql, 31)

  expect(await sweepLanes(sql, never)).toBe(3)

  const fault = {
    code: 'no_node',
    sentence: 'For 30 minutes there was no machine for this kind of work.',
    retryable: true,
  }
  expect(await sql`select state, fault from renders`).toEqual(
    [1, 2].map(() => ({ state: 'failed', fault: { ...fault, stage: 'plan' } })),
  )
  expect(await sql`select state, fault from drafts where fault is not null`).toEqual([
    { state: 'failed', fault: { ...fault, stage: 'script' } },
  ])
  expect(await sql`select distinct code from dead_jobs`).toEqual([{ code: 'no_node' }])
  expect(await balanceOf(sql, accountId)).toBe(100)
  expect(await sql`select * from invariants`).toEqual([])
})

test('more jobs than one batch holds are all given up', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await sql`
    insert into jobs (kind, lane, account_id, draft_id, render_id, attempts_max)
    select 'chunk', lane, account_id, draft_id, null, 3 from jobs, generate_series(1, 450)`
  await letWait(sql, 31)

  expect(await sweepLanes(sql, never)).toBe(451)

  expect(await sql`select state from renders where id = ${renderId}`).toEqual([{ state: 'failed' }])
})

test('a job that has not waited for 30 minutes goes on waiting', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  await letWait(sql, 29)

  expect(await sweepLanes(sql, never)).toBe(0)
})

test.each([
  ['a live node', (sql: Sql) => insertNode(sql, {})],
  ['a draining node', (sql: Sql) => insertNode(sql, { state: 'draining' })],
])('one node keeps its lane: %s', async (_name, keep) => {
  await using database = await testDatabase()
  const { sql } = database
  await deserted(sql)
  await keep(sql)

  expect(await sweepLanes(sql, never)).toBe(0)
})

test.each([
  ['it is silent', { secondsAgo: 60 }],
  ['it has stopped', { state: 'stopped' }],
  ['it has no slot there', { slots: { interactive: 4, standard: 0 } }],
  ['it does not name the lane', { slots: { interactive: 4 } }],
])('a node does not keep a lane when %s', async (_name, node) => {
  await using database = await testDatabase()
  const { sql } = database
  await deserted(sql)
  await insertNode(sql, node)

  expect(await sweepLanes(sql, never)).toBe(1)
})

test.each([
  [
    'held now',
    (sql: Sql) => sql`
      insert into jobs (
        kind, lane, state, account_id, attempts_max, lease_owner, lease_token, lease_expires_at,
        claimed_at
      )
      values (
        'chunk', 'standard', 'processing', gen_random_uuid(), 3, gen_random_uuid(),
        gen_random_uuid(), clock_timestamp(), clock_timestamp() - interval '50 minutes'
      )`,
  ],
  [
    'given back',
    (sql: Sql) => sql`
      insert into jobs (kind, lane, account_id, attempts_max, claimed_at)
      values ('chunk', 'standard', gen_random_uuid(), 3, clock_timestamp() - interval '29 minutes')`,
  ],
  [
    'done',
    (sql: Sql) => sql`
      insert into job_history (
        id, kind, lane, account_id, outcome, attempts, crashes, created_at, claimed_at
      )
      values (
        -1, 'chunk', 'standard', gen_random_uuid(), 'done', 1, 0, now(),
        clock_timestamp() - interval '29 minutes'
      )`,
  ],
  [
    'dead',
    (sql: Sql) => sql`
      insert into dead_letters (
        id, kind, lane, account_id, payload, attempts, crashes, error, created_at, died_at
      )
      values (
        -1, 'chunk', 'standard', gen_random_uuid(), '{}', 3, 0, '{"code": "x"}', now(),
        clock_timestamp() - interval '29 minutes'
      )`,
  ],
])('one claim within 30 minutes keeps its lane: a job that is %s', async (_name, claim) => {
  await using database = await testDatabase()
  const { sql } = database
  await deserted(sql)
  await claim(sql)

  expect(await sweepLanes(sql, never)).toBe(0)
})

test('what keeps one lane does not keep another, and withdrawn or swept jobs keep none', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { accountId } = await startTestRender(sql)
  await insertNewDraft(sql, { accountId, html: '<p>a' })
  await letWait(sql, 31)
  await insertNode(sql, { slots: { interactive: 4 } })
  await sql`
    insert into job_history (id, kind, lane, account_id, outcome, attempts, crashes, created_at)
    values (-1, 'chunk', 'standard', gen_random_uuid(), 'cancelled', 0, 0, now())`

  expect(await sweepLanes(sql, never)).toBe(1)
  await startRenderOf(sql, accountId)
  await letWait(sql, 31)
  expect(await sweepLanes(sql, never)).toBe(1)

  expect(await sql`select lane from jobs`).toEqual([{ lane: 'interactive' }])
})
