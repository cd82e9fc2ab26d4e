import { expect, test } from 'vitest'
import { until } from '../process/until.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import {
  balanceOf,
  ledgerOf,
  publishTestRender,
  startRenderOf,
  startTestRender,
  type TestRender,
} from '../testing/test-render.ts'
import { insertAccount, insertReadyDraft } from '../testing/test-rows.ts'
import { cancelRender } from './cancel-render.ts'
import { connect, type Sql, type Transaction } from './connect.ts'
import { endRender, endRenders, type RenderEnd } from './end-render.ts'
import { startRender } from './start-render.ts'

const fault = { code: 'x', sentence: 'It broke.', stage: 'chunk', retryable: true }
const failed: RenderEnd = { state: 'failed', fault }
const cancelled: RenderEnd = { state: 'cancelled' }

test('a render whose cancellation was asked for does not fail: it is cancelled', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const render = await startTestRender(sql)
  await sql`update renders set cancel_requested_at = clock_timestamp()`

  expect(await sql.begin((tx) => end(tx, render, failed))).toBe(true)

  expect(await sql`select state, fault from renders`).toEqual([{ state: 'cancelled', fault: null }])
  expect(await balanceOf(sql, render.accountId)).toBe(100)
  expect(await sql`select * from invariants`).toEqual([])
})

function end(tx: Transaction, render: TestRender, how: RenderEnd): Promise<boolean> {
  return how.state === 'done' ? publishTestRender(tx, render) : endRender(tx, render.renderId, how)
}

test.each([
  [{ state: 'done' }, { kind: 'capture', amount: 0, life: 1 }, 99],
  [failed, { kind: 'refund', amount: 1, life: 1 }, 100],
  [cancelled, { kind: 'refund', amount: 1, life: 1 }, 100],
] as [RenderEnd, object, number][])(
  '%o resolves what was reserved, once, however often it ends',
  async (how, resolution, balance) => {
    await using database = await testDatabase()
    const { sql } = database
    const render = await startTestRender(sql)

    expect(await sql.begin((tx) => end(tx, render, how))).toBe(true)
    for (const again of [failed, cancelled, { state: 'done' } as const]) {
      expect(await sql.begin((tx) => endRender(tx, render.renderId, again))).toBe(false)
    }

    expect(await ledgerOf(sql, render.renderId)).toEqual([
      { kind: 'reserve', amount: -1, life: 1 },
      resolution,
    ])
    expect(await balanceOf(sql, render.accountId)).toBe(balance)
    expect(await sql`select state from renders`).toEqual([{ state: how.state }])
    expect(await sql`select * from invariants`).toEqual([])
  },
)

test('a render from before there were prices ends without a word in the ledger', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  await sql`update renders set price = 0`
  await sql`delete from ledger where render_id = ${renderId}`
  await sql`update accounts set balance = 100`

  await sql.begin((tx) => endRender(tx, renderId, failed))

  expect(await ledgerOf(sql, renderId)).toEqual([])
  expect(await balanceOf(sql, accountId)).toBe(100)
})

test('a resolution that is there already stops a second one, and the end with it', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId, accountId } = await startTestRender(sql)
  await sql`
    insert into ledger (account_id, kind, amount, render_id)
    values (${accountId}, 'capture', 0, ${renderId})`

  await expect(sql.begin((tx) => endRender(tx, renderId, failed))).rejects.toThrow(
    'ledger_one_resolution_per_render',
  )
  expect(await sql`select state from renders`).toEqual([{ state: 'queued' }])
  expect(await balanceOf(sql, accountId)).toBe(99)
})

function wideConnection(database: TestDatabase): Sql {
  return connect(database.url, { applicationName: 'end render test', connectionsMax: 24 })
}

test('many parallel starts and ends of two accounts end well, however they are mixed', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const wide = wideConnection(database)
  const accounts = [await insertAccount(sql), await insertAccount(sql, 'Bea')]
  for (let round = 0; round < 6; round++) {
    const running = await Promise.all(
      Array.from({ length: 12 }, (_, i) => startRenderOf(sql, accounts[i % 2] ?? '')),
    )
    const fresh = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const accountId = accounts[i % 2] ?? ''
        return { id: await insertReadyDraft(sql, { accountId }), accountId }
      }),
    )
    await Promise.all([
      ...running.flatMap((render) => [
        cancelRender(wide, { id: render.renderId, accountId: render.accountId }),
        wide.begin((tx) => endRender(tx, render.renderId, failed)),
      ]),
      ...[running, running.toReversed()].map((renders) =>
        wide.begin((tx) =>
          endRenders(
            tx,
            renders.map(({ renderId }) => ({ renderId, end: cancelled })),
          ),
        ),
      ),
      ...fresh.map((draft) => startRender(wide, draft)),
    ])
  }
  await wide.end()

  const rest = await sql<{ id: string }[]>`select id from renders where state = 'queued'`
  expect(rest).toHaveLength(72)
  await sql.begin((tx) =>
    endRenders(
      tx,
      rest.map(({ id }) => ({ renderId: id, end: failed })),
    ),
  )
  expect(await sql`select name, balance from accounts order by name`).toEqual([
    { name: 'Ada', balance: 100 },
    { name: 'Bea', balance: 100 },
  ])
  expect(await sql`select * from invariants`).toEqual([])
})

/** Ends two renders of one account while somebody who holds the second is about to end it. */
async function endBeside(
  sql: Sql,
  endBoth: (tx: Transaction, ids: string[]) => Promise<unknown>,
): Promise<unknown[]> {
  const accountId = await insertAccount(sql)
  const first = await startRenderOf(sql, accountId)
  const second = await startRenderOf(sql, accountId)
  let isHeld = false
  const other = sql.begin(async (tx) => {
    await tx`select id from renders where id = ${second.renderId} for update`
    isHeld = true
    await until('the first one waits', async () => {
      const waiting = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    return endRender(tx, second.renderId, cancelled)
  })
  await until('the second one is held', () => isHeld)
  const both = sql.begin((tx) => endBoth(tx, [first.renderId, second.renderId]))
  const results = await Promise.allSettled([both, other])
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
}

test('ending renders together waits in no circle, where ending them one by one does', async () => {
  await using database = await testDatabase()
  const { sql } = database

  const together = await endBeside(sql, (tx, ids) =>
    endRenders(
      tx,
      ids.map((renderId) => ({ renderId, end: failed })),
    ),
  )
  const oneByOne = await endBeside(sql, async (tx, ids) => {
    for (const id of ids) await endRender(tx, id, failed)
  })

  expect(together).toEqual([])
  expect(oneByOne).toEqual(['40P01'])
  expect(await sql`select * from invariants`).toEqual([])
})
