import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { TestProxy } from '../testing/test-proxy.ts'
import { TestProcess } from '../testing/test-process.ts'

const entry = new URL('../testing/cut-transactions-main.ts', import.meta.url)

test('a connection lost in a transaction costs neither the process nor the pool', async () => {
  await using database = await testDatabase()
  await using cut = new TestProcess(entry, { DATABASE_URL: database.url })

  const { waitsMs } = await cut.logged('rounds.ended')

  expect(waitsMs).toHaveLength(10)
  expect(Math.max(...(waitsMs as number[]))).toBeLessThan(5000)
})

test('a connection lost before its first statement, and a refused one after it, cost no process', async () => {
  await using database = await testDatabase()
  const proxy = await TestProxy.open(database.url)
  const cut = proxy.cutAt({ text: /pg_catalog\.pg_type/ })
  const ask = new URL('../testing/ask-until-answered-main.ts', import.meta.url)
  await using asking = new TestProcess(ask, { DATABASE_URL: proxy.url })

  await cut
  await proxy[Symbol.asyncDispose]()

  await asking.logged('database.write-lost')
  expect(asking.hasEnded).toBe(false)
})
