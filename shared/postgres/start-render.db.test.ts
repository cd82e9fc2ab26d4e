import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { balanceOf, ledgerOf } from '../testing/test-render.ts'
import { insertAccount, insertReadyDraft, testScript } from '../testing/test-rows.ts'
import type { Sql } from './connect.ts'
import { startRender } from './start-render.ts'

test('fifty parallel presses of Render start exactly one and take its price once', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  const id = await insertReadyDraft(sql, { accountId })

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => startRender(sql, { id, accountId })),
  )

  const started = answers.flatMap((answer) => (answer.outcome === 'started' ? [answer] : []))
  expect(started).toHaveLength(1)
  const renderId = started[0]?.renderId ?? ''
  expect(answers.filter((answer) => answer.outcome === 'running')).toHaveLength(49)
  expect(new Set(answers.map((answer) => 'renderId' in answer && answer.renderId))).toEqual(
    new Set([renderId]),
  )
  expect(await sql`select kind, state, lane from jobs`).toEqual([
    { kind: 'plan', state: 'queued', lane: 'standard' },
  ])
  expect(await sql`select price, life from renders`).toEqual([{ price: 1, life: 1 }])
  expect(await ledgerOf(sql, renderId)).toEqual([{ kind: 'reserve', amount: -1, life: 1 }])
  expect(await balanceOf(sql, accountId)).toBe(99)
  expect(await sql`select * from invariants`).toEqual([])
})

async function setBalance(sql: Sql, accountId: string, balance: number): Promise<void> {
  await sql`
    with adjusted as (
      insert into ledger (account_id, kind, amount)
      select id, 'adjust', ${balance}::integer - balance from accounts where id = ${accountId}
    )
    update accounts set balance = ${balance} where id = ${accountId}`
}

test('a render that costs more than there is does not start and leaves nothing behind', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  const script = testScript({ sceneCount: 8, durationSeconds: 12 })
  const id = await insertReadyDraft(sql, { accountId, script })
  await setBalance(sql, accountId, 3)

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => startRender(sql, { id, accountId })),
  )

  expect(answers).toEqual(
    Array.from({ length: 10 }, () => ({ outcome: 'insufficient credits', balance: 3, price: 4 })),
  )
  for (const table of ['renders', 'jobs']) {
    expect(await sql`select count(*) from ${sql(table)}`).toEqual([{ count: 0 }])
  }
  expect(await sql`select kind from ledger where render_id is not null`).toEqual([])
  expect(await sql`select * from invariants`).toEqual([])

  await setBalance(sql, accountId, 4)
  expect(await startRender(sql, { id, accountId })).toMatchObject({ outcome: 'started' })
  expect(await balanceOf(sql, accountId)).toBe(0)
})

test('of thirty parallel renders with credits for three, three start', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  await setBalance(sql, accountId, 3)
  const ids = await Promise.all(
    Array.from({ length: 30 }, () => insertReadyDraft(sql, { accountId })),
  )

  const answers = await Promise.all(ids.map((id) => startRender(sql, { id, accountId })))

  expect(answers.filter((answer) => answer.outcome === 'started')).toHaveLength(3)
  expect(answers.filter((answer) => answer.outcome === 'insufficient credits')).toHaveLength(27)
  expect(await sql`select count(*) from renders`).toEqual([{ count: 3 }])
  expect(await balanceOf(sql, accountId)).toBe(0)
  expect(await sql`select * from invariants`).toEqual([])
})

test('a render takes its jobs into the lane it was started in', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  const id = await insertReadyDraft(sql, { accountId })

  await startRender(sql, { id, accountId }, { lane: 'bulk' })

  expect(await sql`select lane from renders`).toEqual([{ lane: 'bulk' }])
  expect(await sql`select kind, lane from jobs`).toEqual([{ kind: 'plan', lane: 'bulk' }])
})

test('a draft of another account is not found', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const id = await insertReadyDraft(sql, { accountId: await insertAccount(sql) })

  const answer = await startRender(sql, { id, accountId: await insertAccount(sql, 'Bea') })

  expect(answer).toEqual({ outcome: 'not found' })
  expect(await sql`select id from renders`).toHaveLength(0)
})
