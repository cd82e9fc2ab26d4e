import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import {
  holdJobs,
  publishTestRender,
  startRenderOf,
  startTestRender,
  type TestRender,
} from '../testing/test-render.ts'
import { insertAccount, insertNewDraft } from '../testing/test-rows.ts'
import type { Sql } from './connect.ts'
import { endRender } from './end-render.ts'

type Farm = { running: TestRender; done: TestRender; failed: TestRender; cancelled: TestRender }

/** A farm with a render in each state, and a draft that is being written. */
async function healthyFarm(sql: Sql): Promise<Farm> {
  const accountId = await insertAccount(sql)
  const done = await startRenderOf(sql, accountId)
  await sql.begin((tx) => publishTestRender(tx, done))
  const failed = await startRenderOf(sql, accountId)
  const fault = { code: 'x', sentence: 'X.', stage: null, retryable: false }
  await sql.begin((tx) => endRender(tx, failed.renderId, { state: 'failed', fault }))
  const cancelled = await startRenderOf(sql, accountId)
  await sql.begin((tx) => endRender(tx, cancelled.renderId, { state: 'cancelled' }))
  const running = await startTestRender(sql)
  await holdJobs(sql, running.renderId)
  await sql`update renders set state = 'processing' where id = ${running.renderId}`
  await startRenderOf(sql, accountId)
  await insertNewDraft(sql, { accountId, html: '<p>a' })
  return { running, done, failed, cancelled }
}

const book = (sql: Sql, { renderId, accountId }: TestRender, kind: string, amount = 0) => sql`
  insert into ledger (account_id, kind, amount, render_id)
  values (${accountId}, ${kind}, ${amount}, ${renderId})`

const removeResolution = (sql: Sql, { renderId }: TestRender) => sql`
  delete from ledger where render_id = ${renderId} and kind in ('capture', 'refund')`

const breaks: Record<string, (sql: Sql, farm: Farm) => Promise<unknown>> = {
  'priced render without a reserve': async (sql, { running }) => {
    const [gone] = await sql<{ amount: number; account_id: string }[]>`
      delete from ledger where render_id = ${running.renderId} returning amount, account_id`
    await sql`update accounts set balance = balance - ${gone?.amount ?? 0} where id = ${gone?.account_id ?? ''}`
  },
  'reserve differs from the price': (sql, { running }) => sql`
    update renders set price = price + 1 where id = ${running.renderId}`,
  'running render is resolved already': (sql, { running }) => book(sql, running, 'capture'),
  'ended render is not resolved': (sql, { done }) => removeResolution(sql, done),
  'done render was refunded': async (sql, { done }) => {
    await removeResolution(sql, done)
    await book(sql, done, 'refund', 1)
    await sql`update accounts set balance = balance + 1 where id = ${done.accountId}`
  },
  'failed or cancelled render was captured': async (sql, { cancelled }) => {
    await removeResolution(sql, cancelled)
    await book(sql, cancelled, 'capture')
    await sql`update accounts set balance = balance - 1 where id = ${cancelled.accountId}`
  },
  'refund differs from the reserve': async (sql, { failed }) => {
    await sql`update ledger set amount = 3 where render_id = ${failed.renderId} and kind = 'refund'`
    await sql`update accounts set balance = balance + 2 where id = ${failed.accountId}`
  },
  'balance differs from the ledger': (sql, { running }) => sql`
    update accounts set balance = balance + 1 where id = ${running.accountId}`,
  'job is unfinished and ended at once': (sql) => sql`
    insert into job_history (id, kind, lane, account_id, outcome, attempts, crashes, created_at)
    select id, kind, lane, account_id, 'done', 1, 0, created_at from jobs limit 1`,
  'job ended twice': (sql) => sql`
    insert into dead_letters (id, kind, lane, account_id, payload, attempts, crashes, error, created_at)
    select id, kind, lane, account_id, '{}', 1, 0, '{}', created_at from job_history limit 1`,
  'published video without a done render': (sql, { failed }) => sql`
    insert into outputs (
      render_id, draft_id, video_file, poster_file, sha256, bytes, frame_count, fps, width, height
    )
    values (${failed.renderId}, ${failed.draftId}, 'v', 'p', '', 1, 60, 30, 1080, 1920)`,
  'done render without an output': async (sql, { done }) => {
    await sql`update drafts set output_id = null`
    await sql`delete from outputs where render_id = ${done.renderId}`
  },
  'draft shows the video of another draft': (sql, { failed }) => sql`
    update drafts set output_id = (select id from outputs) where id = ${failed.draftId}`,
  'running render without an unfinished job': (sql, { running }) => sql`
    delete from jobs where render_id = ${running.renderId}`,
  'parts left differ from the parts without a file': (sql, { running }) => sql`
    update renders set stage = 'rendering', parts_left = 1 where id = ${running.renderId}`,
  'draft that is being written without an unfinished job': (sql) => sql`
    delete from jobs where kind = 'script'`,
}

test('a healthy farm breaks no rule', async () => {
  await using database = await testDatabase()
  await healthyFarm(database.sql)

  expect(await database.sql`select * from invariants`).toEqual([])
})

test.each(Object.entries(breaks))('a broken rule is one row: %s', async (rule, breakIt) => {
  await using database = await testDatabase()
  const { sql } = database
  await breakIt(sql, await healthyFarm(sql))

  expect(await sql`select rule from invariants`).toEqual([{ rule }])
})

test('a resolution that nothing was reserved for is a broken rule, also of a free render', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { failed } = await healthyFarm(sql)
  await sql`delete from ledger where render_id = ${failed.renderId} and kind = 'reserve'`
  await sql`update accounts set balance = balance + 1 where id = ${failed.accountId}`
  await sql`update renders set price = 0 where id = ${failed.renderId}`

  expect(await sql`select rule from invariants`).toEqual([{ rule: 'resolution without a reserve' }])
})
