import { expect, test } from 'vitest'
import { until } from '../process/until.ts'
import { testDatabase } from '../testing/test-database.ts'
import {
  applicationName,
  testHintListener,
  pidsOf,
  untilProven,
} from '../testing/test-hint-listener.ts'
import { TestProxy } from '../testing/test-proxy.ts'
import { connect } from './connect.ts'

const second = 1000

test('one session hears every channel, and the poll is slow once it is proven', async () => {
  await using database = await testDatabase()
  await using listening = testHintListener(database)
  const { listener, hints } = listening
  expect(listener.isProven).toBe(false)
  expect(listener.pollMs()).toBeLessThanOrEqual(2400)
  await untilProven(listening)

  await database.sql`select pg_notify('one', 'a'), pg_notify('two', 'b'), pg_notify('three', 'c')`
  await until('both hints', () => hints.length === 2)
  expect(hints).toEqual(['one a', 'two b'])
  expect(await pidsOf(database)).toHaveLength(1)
  const polls = Array.from({ length: 200 }, () => listener.pollMs())
  expect(Math.min(...polls)).toBeGreaterThanOrEqual(8000)
  expect(Math.max(...polls)).toBeLessThanOrEqual(12_000)
  expect(new Set(polls).size).toBeGreaterThan(100)
  expect(listening.gapCount()).toBe(2)
})

test('the session stays outside any transaction', async () => {
  await using database = await testDatabase()
  await using listening = testHintListener(database)
  await untilProven(listening)
  const [session] = await database.sql`
    select state, xact_start, backend_xmin from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`

  expect(session).toEqual({ state: 'idle', xact_start: null, backend_xmin: null })
})

test('after the server ended the session another one hears, and the gap is told', async () => {
  await using database = await testDatabase()
  await using listening = testHintListener(database)
  await untilProven(listening)
  const gapsBefore = listening.gapCount()
  const [lost] = await pidsOf(database)
  await database.sql`select pg_terminate_backend(${lost ?? 0})`
  await until('another session', async () => {
    const [pid] = await pidsOf(database)
    return pid !== undefined && pid !== lost
  })
  await untilProven(listening)

  // When it was lost, when the next one listened, and when that was proven.
  expect(listening.gapCount()).toBe(gapsBefore + 3)
  await database.sql`select pg_notify('one', 'after')`
  await until('the hint', () => listening.hints.includes('one after'))
  expect(await pidsOf(database)).toHaveLength(1)
  expect(listening.logged).toEqual(['hints.proven', 'hints.doubted', 'hints.proven'])
})

test('a half-open session is noticed within two probes; without probes it would not be', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  await using probing = testHintListener(database, {
    url: proxy.url,
    timing: { probeMs: 1000, answerMs: 500 },
  })
  await using trusting = testHintListener(database, {
    url: proxy.url,
    timing: { probeMs: 600_000 },
  })
  await Promise.all([untilProven(probing), untilProven(trusting)])
  proxy.hang()
  const hungAt = performance.now()
  await until('the loss is seen', () => !probing.listener.isProven, { everyMs: 5 })
  expect(performance.now() - hungAt).toBeLessThan(2 * second)
  await untilProven(probing)

  await database.sql`select pg_notify('one', 'after')`
  await until('the hint', () => probing.hints.includes('one after'))
  expect(trusting.listener.isProven).toBe(true)
  expect(trusting.hints).toEqual([])
})

test('a half-open session is replaced also when its pool hangs with it', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const hanging = connect(proxy.url, { applicationName: 'makara test', connectionsMax: 1 })
  await using listening = testHintListener(database, {
    url: proxy.url,
    sql: hanging,
    timing: { answerMs: 300 },
  })
  await untilProven(listening)
  const gaps = listening.gapCount()
  proxy.hang()
  // When it was doubted, and when the next session listened.
  await until('another session listens', () => listening.gapCount() === gaps + 2)

  await database.sql`select pg_notify('one', 'after')`
  await until('the hint', () => listening.hints.includes('one after'))
  expect(listening.listener.isProven).toBe(false)
  await hanging.end({ timeout: 0 })
  proxy.cut()
})

test('a session whose pool is busy is doubted and kept', async () => {
  await using database = await testDatabase()
  const busy = connect(database.url, { applicationName: 'makara test', connectionsMax: 1 })
  await using listening = testHintListener(database, { sql: busy, timing: { answerMs: 300 } })
  await untilProven(listening)
  const before = await pidsOf(database)
  const sleep = busy`select pg_sleep(1.5)`.execute()
  await until('it is doubted', () => !listening.listener.isProven, { everyMs: 5 })
  await database.sql`select pg_notify('one', 'meanwhile')`
  await until('the hint', () => listening.hints.includes('one meanwhile'))
  await sleep
  await untilProven(listening)

  expect(await pidsOf(database)).toEqual(before)
  await busy.end()
})

test('behind a pooler that swallows notifications nothing is proven, and the poll is quick', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  proxy.dropsNotifications = true
  await using listening = testHintListener(database, { url: proxy.url, timing: { answerMs: 200 } })
  await until('several sessions were tried', () => proxy.acceptedCount === 4)

  expect(listening.logged).toEqual(['hints.doubted'])
  const polls = Array.from({ length: 200 }, () => listening.listener.pollMs())
  expect(Math.min(...polls)).toBeGreaterThanOrEqual(1600)
  expect(Math.max(...polls)).toBeLessThanOrEqual(2400)
  proxy.dropsNotifications = false
  await untilProven(listening)
})

test('a storm of lost connections is few tries and two lines', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  await using careless = await TestProxy.open(database.url)
  const timing = { pauseMinMs: 20, pauseMaxMs: 10_000 }
  await using listening = testHintListener(database, { url: proxy.url, timing })
  const driver = connect(careless.url, { applicationName: 'makara test', connectionsMax: 1 })
  await untilProven(listening)
  proxy.newConnections = 'cut'
  careless.newConnections = 'cut'
  proxy.cut()
  driver.listen('one', () => undefined).catch(() => undefined)
  const triesBefore = proxy.acceptedCount
  const tries = () => proxy.acceptedCount - triesBefore
  await until('it tries again and again', () => tries() >= 4)
  // The driver alone comes back at once, each time.
  await until('the driver has stormed', () => careless.acceptedCount > 100)

  expect(tries()).toBeLessThan(12)
  expect(listening.logged).toEqual(['hints.proven', 'hints.doubted'])
  proxy.newConnections = 'forwarded'
  careless.newConnections = 'forwarded'
  await driver.end({ timeout: 0 })
  await untilProven(listening)
  expect(listening.logged).toEqual(['hints.proven', 'hints.doubted', 'hints.proven'])
})

test('a session that is lost as soon as it is proven is tried ever more rarely', async () => {
  await using database = await testDatabase()
  await using proxy = await TestProxy.open(database.url)
  const timing = { probeMs: 60_000, pauseMinMs: 20, pauseMaxMs: 10_000 }
  await using listening = testHintListener(database, { url: proxy.url, timing })
  const gapsMs: number[] = []
  for (let count = 0; count < 6; count++) {
    await untilProven(listening)
    const cutAt = performance.now()
    proxy.cut()
    await until('the loss is seen', () => !listening.listener.isProven, { everyMs: 5 })
    await untilProven(listening)
    gapsMs.push(performance.now() - cutAt)
  }

  expect(gapsMs.at(-1)).toBeGreaterThan(600)
  expect(gapsMs[0]).toBeLessThan(600)
})
