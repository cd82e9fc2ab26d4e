import { expect, test } from 'vitest'
import { insertAccount, insertReadyDraft } from '../testing/test-rows.ts'
import { testDatabase } from '../testing/test-database.ts'
import { startRender } from './start-render.ts'

test('fifty parallel presses of Render start exactly one', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  const id = await insertReadyDraft(sql, { accountId })

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => startRender(sql, { id, accountId })),
  )

  const started = answers.filter((answer) => answer.outcome === 'started')
  expect(started).toHaveLength(1)
  const [render] = started
  expect(answers.filter((answer) => answer.outcome === 'running')).toHaveLength(49)
  expect(new Set(answers.map((answer) => 'renderId' in answer && answer.renderId))).toEqual(
    new Set([render?.renderId]),
  )
  expect(await sql`select kind, state from jobs`).toEqual([{ kind: 'plan', state: 'queued' }])
  expect(await sql`select * from invariants`).toHaveLength(0)
})

test('a draft of another account is not found', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const id = await insertReadyDraft(sql, { accountId: await insertAccount(sql) })

  const answer = await startRender(sql, { id, accountId: await insertAccount(sql, 'Bea') })

  expect(answer).toEqual({ outcome: 'not found' })
  expect(await sql`select id from renders`).toHaveLength(0)
})
