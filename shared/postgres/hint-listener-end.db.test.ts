import { expect, test } from 'vitest'
import { until } from '../process/until.ts'
import { testDatabase } from '../testing/test-database.ts'
import {
  type Listening,
  testHintListener,
  pidsOf,
  untilProven,
} from '../testing/test-hint-listener.ts'
import { TestProxy } from '../testing/test-proxy.ts'
import { connect } from './connect.ts'

const second = 1000

async function msToDispose(listening: Listening): Promise<number> {
  const startedAt = performance.now()
  await listening[Symbol.asyncDispose]()
  return performance.now() - startedAt
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
}

test('a listener starts while the database is away and ends at once then', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const refused = testHintListener(database, { url: 'postgres://nobody@127.0.0.1:1/none' })
  proxy.newConnections = 'swallowed'
  const swallowed = testHintListener(database, { url: proxy.url, timing: { connectMs: 60_000 } })
  await until('it was refused', () => refused.logged.length === 1)
  await until('it connects', () => proxy.acceptedCount === 1)

  expect(await msToDispose(refused)).toBeLessThan(second)
  expect(await msToDispose(swallowed)).toBeLessThan(second)
})

test('a listener ends at once while it is proven, and so does its session', async () => {
  await using database = await testDatabase()
  const listening = testHintListener(database)
  await untilProven(listening)
  expect(await msToDispose(listening)).toBeLessThan(second)
  await until('its session is over', async () => (await pidsOf(database)).length === 0)
})

test('a listener ends at once while it is half-open or pausing, and leaves no socket', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const timing = { probeMs: 60_000, pauseMinMs: 60_000, pauseMaxMs: 60_000 }
  const halfOpen = testHintListener(database, { url: proxy.url, timing })
  const pausing = testHintListener(database, { url: proxy.url, timing })
  await Promise.all([untilProven(halfOpen), untilProven(pausing)])
  proxy.hang()
  const sockets = openSockets()
  expect(await msToDispose(halfOpen)).toBeLessThan(second)
  await until('its socket is gone', () => openSockets() === sockets - 1)
  proxy.cut()
  await until('it pauses', () => !pausing.listener.isProven)
  expect(await msToDispose(pausing)).toBeLessThan(second)
})

test('a listener ends at once while it waits for a probe', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  proxy.dropsNotifications = true
  const probes = connect(database.url, { applicationName: 'makara test probes', connectionsMax: 1 })
  const listening = testHintListener(database, {
    url: proxy.url,
    sql: probes,
    timing: { answerMs: 60_000 },
  })
  await until('a probe was sent', async () => {
    const sent = await database.sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'makara test probes'
        and query like 'select pg_notify%'`
    return sent.length > 0
  })

  expect(await msToDispose(listening)).toBeLessThan(second)
  await probes.end()
})
