import { expect, test } from 'vitest'
import type { Sql } from '../../shared/postgres/connect.ts'
import { createSignInLink } from '../../shared/postgres/create-sign-in-link.ts'
import { reclaimLapsedJobs } from '../../shared/postgres/reclaim-lapsed-jobs.ts'
import {
  balanceOf,
  holdJobs,
  lapseLeases,
  startRenderOf,
  type TestRender,
} from '../../shared/testing/test-render.ts'
import { insertAccount } from '../../shared/testing/test-rows.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'
import { shareTestApp } from '../testing/share-test-app.ts'

const list = '/v1/admin/dead-jobs'
const redrive = '/v1/admin/dead-jobs/redrive'
const dismiss = '/v1/admin/dead-jobs/dismiss'

async function openOperatorApp(): Promise<TestApp> {
  const app = await openTestApp()
  await makeOperator(app)
  return app
}

async function makeOperator({ sql, accountId }: TestApp): Promise<void> {
  await sql`update accounts set is_operator = true where id = ${accountId}`
}

/** A render of another account whose first job has died. */
async function insertDead(sql: Sql): Promise<TestRender & { jobId: number }> {
  const render = await startRenderOf(sql, await insertAccount(sql, 'Bea'))
  await holdJobs(sql, render.renderId)
  await sql`update jobs set crashes = 1 where render_id = ${render.renderId}`
  await lapseLeases(sql)
  await reclaimLapsedJobs(sql, { leaseSeconds: 0 })
  const [dead] = await sql<{ id: number }[]>`
    select id from dead_letters where render_id = ${render.renderId}`
  if (!dead) throw new Error('The job did not die')
  return { ...render, jobId: dead.id }
}

test('an operator sees what died last of all accounts, with all that is known', async () => {
  await using app = await openOperatorApp()
  const { jobId, ...render } = await insertDead(app.sql)

  const response = await app.send(list)
  const { deadJobs, nextCursor } = await response.json()
  expect(response.status).toBe(200)
  expect(nextCursor).toBeNull()
  expect(deadJobs).toEqual([
    {
      id: jobId,
      kind: 'plan',
      lane: 'standard',
      ...render,
      payload: {},
      attempts: expect.any(Number),
      crashes: 2,
      nodeId: expect.any(String),
      error: { code: 'node_crashed', sentence: expect.stringMatching(/\.$/) },
      evidence: null,
      holder: expect.objectContaining({ framesDone: 0 }),
      createdAt: expect.stringMatching(/Z$/),
      diedAt: expect.stringMatching(/Z$/),
    },
  ])
})

test('dead jobs are paged, newest first, each once, however many died at one moment', async () => {
  await using app = await openOperatorApp()
  const { jobId } = await insertDead(app.sql)
  await app.sql`
    insert into dead_letters
    select
      (jsonb_populate_record(dead, jsonb_build_object(
        'id', dead.id + n, 'died_at', dead.died_at - n / 3 * interval '1 microsecond'
      ))).*
    from dead_letters as dead, generate_series(1, 6) as n`
  const seen: number[] = []
  let cursor = ''
  do {
    const { deadJobs, nextCursor } = await (await app.send(`${list}?limit=2${cursor}`)).json()
    expect(deadJobs.length).toBeLessThanOrEqual(2)
    for (const job of deadJobs) seen.push(job.id - jobId)
    cursor = nextCursor && `&cursor=${nextCursor}`
  } while (cursor)

  expect(seen).toEqual([2, 1, 0, 5, 4, 3, 6])
})

test('a dead job gets another life, its render with it, and its account pays again', async () => {
  await using app = await openOperatorApp()
  const { jobId, renderId, accountId } = await insertDead(app.sql)
  expect(await balanceOf(app.sql, accountId)).toBe(100)

  const response = await app.send(redrive, { method: 'POST', json: { id: jobId } })

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    redrives: [{ jobId, kind: 'plan', outcome: 'redriven', newJobIds: [expect.any(Number)] }],
  })
  expect(await app.sql`select state, life from renders where id = ${renderId}`).toEqual([
    { state: 'processing', life: 2 },
  ])
  expect(await balanceOf(app.sql, accountId)).toBe(99)
  const again = await app.send(redrive, { method: 'POST', json: { id: jobId } })
  expect(await again.json()).toMatchObject({ redrives: [{ outcome: 'answered already' }] })
  expect(await app.sql`select * from invariants`).toEqual([])
})

test('a dead job that is dismissed is off the list, and its render stays failed', async () => {
  await using app = await openOperatorApp()
  const { jobId, renderId } = await insertDead(app.sql)

  const response = await app.send(dismiss, { method: 'POST', json: { id: jobId } })

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ jobIds: [jobId] })
  expect((await (await app.send(list)).json()).deadJobs).toEqual([])
  expect(await app.sql`select state from renders where id = ${renderId}`).toEqual([
    { state: 'failed' },
  ])
  const all = await app.send(dismiss, { method: 'POST', json: { all: true } })
  expect(await all.json()).toEqual({ jobIds: [] })
})

test.each([
  [{ kind: 'plan' }, ['redriven', 'redriven', 'no credits']],
  [{ all: true }, ['redriven', 'redriven', 'no credits']],
])('%j redrives what it names', async (json, outcomes) => {
  await using app = await openOperatorApp()
  const ids: number[] = []
  for (let renders = 0; renders < 3; renders++) ids.push((await insertDead(app.sql)).jobId)
  await app.sql`
    update accounts set balance = 0
    where id = (select account_id from dead_letters where id = ${ids[2] ?? 0})`

  const { redrives } = await (await app.send(redrive, { method: 'POST', json })).json()

  expect(redrives).toMatchObject(
    outcomes.map((outcome, i) => ({ jobId: ids[i], kind: 'plan', outcome })),
  )
})

const sharedApp = shareTestApp(makeOperator)

test.each([
  [undefined, 415, 'unsupported_media_type'],
  [[], 422, 'body_invalid'],
  [{}, 422, 'body_invalid'],
  [{ id: 1, all: true }, 422, 'body_invalid'],
  [{ id: 1, kind: 'chunk' }, 422, 'body_invalid'],
  [{ id: '1' }, 422, 'body_invalid'],
  [{ id: 1.5 }, 422, 'body_invalid'],
  [{ id: 1e300 }, 422, 'body_invalid'],
  [{ id: null }, 422, 'body_invalid'],
  [{ kind: 7 }, 422, 'body_invalid'],
  [{ kind: 'x'.repeat(41) }, 422, 'body_invalid'],
  [{ kind: '' }, 422, 'body_invalid'],
  [{ kind: '\u0000' }, 422, 'body_invalid'],
  [{ kind: '\uD800' }, 422, 'body_invalid'],
  [{ all: false }, 422, 'body_invalid'],
  [{ all: 'true' }, 422, 'body_invalid'],
  [{ everything: true }, 422, 'body_invalid'],
  [{ id: 9_007_199_254_740_991 }, 404, 'not_found'],
  [{ kind: 'chunk' }, 404, 'not_found'],
])('a redrive and a dismissal of %j are refused', async (json, status, code) => {
  const app = sharedApp()
  for (const path of [redrive, dismiss]) {
    const response = await app.send(path, { method: 'POST', json })
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status, code })
    expect(problem.detail).toMatch(/^[A-Z].*\.$/)
  }
})

test.each(['?limit=0', '?limit=x', '?limit=101', '?cursor=x', '?cursor=e30'])(
  'a list of %s is refused',
  async (query) => {
    const response = await sharedApp().send(`${list}${query}`)
    expect(await problemOf(response)).toMatchObject({ status: 422, code: 'query_invalid' })
  },
)

test('who is no operator is told so, by key and by session, before anything else is looked at', async () => {
  await using app = await openTestApp()
  const { jobId } = await insertDead(app.sql)
  const link = await createSignInLink(app.sql, { accountId: app.accountId, origin: '' })
  const signedIn = await app.send(link, { apiKey: null })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const bySession = { apiKey: null, headers: { cookie } }
  const asked = [
    app.send(list),
    app.send(list, bySession),
    app.send(redrive, { method: 'POST', json: { id: jobId } }),
    app.send(redrive, { method: 'POST', json: { all: true }, ...bySession }),
    app.send(redrive, { method: 'POST', body: '{' }),
    app.send(dismiss, { method: 'POST', json: { all: true } }),
    app.send('/v1/admin/nothing'),
  ]
  for (const response of await Promise.all(asked)) {
    expect(await problemOf(response)).toMatchObject({ status: 403, code: 'operator_only' })
  }
  expect(await app.sql`select count(*) from dead_letters`).toEqual([{ count: 1 }])
  expect((await app.send(list, { apiKey: null })).status).toBe(401)

  await makeOperator(app)
  expect((await app.send(list, bySession)).status).toBe(200)
})
