import { expect, test } from 'vitest'
import type { HintTiming } from '../../shared/postgres/hint-listener.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'
import { until } from '../../shared/process/until.ts'
import { type TestDatabase, testDatabase } from '../../shared/testing/test-database.ts'
import { TestProxy } from '../../shared/testing/test-proxy.ts'
import { ChangeHub } from './change-hub.ts'

const never = new AbortController().signal
const noPolls = { pollProvenMs: 600_000, pollUnprovenMs: 600_000 }

function openHub(
  { url, sql }: Pick<TestDatabase, 'url' | 'sql'>,
  timing: Partial<HintTiming>,
): { hub: ChangeHub; logged: string[] } {
  const hub = new ChangeHub()
  const logged: string[] = []
  hub.listen({ databaseUrl: url, sql, log: (event) => logged.push(event), timing })
  return { hub, logged }
}

test('a hint wakes the readers of its draft alone', async () => {
  await using database = await testDatabase()
  const opened = openHub(database, noPolls)
  await using hub = opened.hub
  await until('hints are proven', () => opened.logged.includes('hints.proven'))
  const [first, second, other] = [hub.watch('a'), hub.watch('a'), hub.watch('b')]
  await notifyChange(database.sql, 'a')

  const woken = [first, second].map((watch) => watch.hinted({ withinMs: 5000, signal: never }))
  expect(await Promise.all(woken)).toEqual([true, true])
  expect(await other.hinted({ withinMs: 10, signal: never })).toBe(false)
  for (const watch of [first, second, other]) watch.close()
})

test('readers are woken again and again while hints are swallowed', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  proxy.dropsNotifications = true
  const { sql } = database
  await using polling = openHub({ url: proxy.url, sql }, { ...noPolls, pollUnprovenMs: 50 }).hub
  await using deaf = openHub({ url: proxy.url, sql }, { ...noPolls, answerMs: 60_000 }).hub
  await until('both listen', () => proxy.acceptedCount === 2)
  const [woken, left] = [polling.watch('a'), deaf.watch('a')]
  for (let count = 0; count < 5; count++) {
    expect(await woken.hinted({ withinMs: 5000, signal: never })).toBe(true)
  }
  // Woken when its session began to listen, if at all, and never after.
  await left.hinted({ withinMs: 500, signal: never })
  await notifyChange(sql, 'a')

  expect(await left.hinted({ withinMs: 500, signal: never })).toBe(false)
  for (const watch of [woken, left]) watch.close()
})

test('a reader that waits for a slow poll is woken when hints stop coming', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const { sql } = database
  const opened = openHub({ url: proxy.url, sql }, { ...noPolls, pollUnprovenMs: 50 })
  await using hub = opened.hub
  await until('hints are proven', () => opened.logged.includes('hints.proven'))
  const watch = hub.watch('a')
  expect(await watch.hinted({ withinMs: 200, signal: never })).toBe(false)
  proxy.newConnections = 'cut'
  proxy.cut()

  for (let count = 0; count < 3; count++) {
    expect(await watch.hinted({ withinMs: 5000, signal: never })).toBe(true)
  }
  watch.close()
})
