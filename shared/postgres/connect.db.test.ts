import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { TestProcess } from '../testing/test-process.ts'

const entry = new URL('../testing/cut-transactions-main.ts', import.meta.url)

test('a connection lost in a transaction costs neither the process nor the pool', async () => {
  await using database = await testDatabase()
  await using cut = new TestProcess(entry, { DATABASE_URL: database.url })

  const { waitsMs } = await cut.logged('rounds.ended')

  expect(waitsMs).toHaveLength(10)
  expect(Math.max(...(waitsMs as number[]))).toBeLessThan(5000)
})
