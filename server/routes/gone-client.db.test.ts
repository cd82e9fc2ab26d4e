import { expect, test } from 'vitest'
import { until } from '../../shared/process/until.ts'
import { EventReader } from '../../shared/testing/event-reader.ts'
import { balanceOf, holdJobs } from '../../shared/testing/test-render.ts'
import { insertReadyDraft } from '../../shared/testing/test-rows.ts'
import { startServer } from '../start-server.ts'
import type { LoggedEvent } from '../testing/open-test-app.ts'
import { openProxy } from '../testing/open-proxy.ts'
import { openTestServer } from '../testing/open-test-server.ts'
import {
  leaveAnAttachedRender,
  postOverSocket,
  renderOf,
  renderStateOf,
} from '../testing/post-render.ts'

// Who goes away cancels a render only where it was waiting for it.

test('a client that goes away while it waits cancels its render and has its credits back', async () => {
  await using server = await openTestServer()
  const { sql } = server
  const draftId = await insertReadyDraft(sql, server)
  const socket = await postOverSocket(server, draftId, 'wait=60')
  const renderId = await renderOf(sql, draftId)
  socket.destroy()

  await until('it is cancelled', async () => (await renderStateOf(sql, draftId)) === 'cancelled')
  await until('it is logged', () => server.logged.some(({ event }) => event === 'render.abandoned'))
  expect(await balanceOf(sql, server.accountId)).toBe(100)
  expect(await sql`select * from invariants`).toEqual([])
  const abandoned = server.logged.find(({ event }) => event === 'render.abandoned')
  expect(abandoned?.fields).toEqual({ renderId, answer: 'cancelled' })
})

test('a render that a node works on is told to stop when its client goes away', async () => {
  await using server = await openTestServer()
  const { sql } = server
  const draftId = await insertReadyDraft(sql, server)
  const socket = await postOverSocket(server, draftId, 'wait=60')
  await holdJobs(sql, await renderOf(sql, draftId))
  socket.destroy()

  await until('it is flagged', async () => {
    return (await sql`select id from renders where cancel_requested_at is not null`).length === 1
  })
  expect(await renderStateOf(sql, draftId)).toBe('queued')
})

test('going away from a stream, a read or a plain start cancels nothing', async () => {
  await using server = await openTestServer()
  const { sql } = server
  const draftId = await insertReadyDraft(sql, server)
  const plain = await postOverSocket(server, draftId)
  const renderId = await renderOf(sql, draftId)
  plain.destroy()
  const notWaiting = await insertReadyDraft(sql, server)
  const zero = await postOverSocket(server, notWaiting, 'wait=0')
  await renderOf(sql, notWaiting)
  zero.destroy()
  const headers = { authorization: server.authorization }
  for (const path of [`renders/${renderId}/events`, `drafts/${draftId}/events`]) {
    const events = new EventReader(await fetch(`${server.origin}/v1/${path}`, { headers }))
    await events.next()
    await events.close()
  }
  const leave = new AbortController()
  const { signal } = leave
  const read = fetch(`${server.origin}/v1/renders/${renderId}`, { headers, signal })
  leave.abort()
  await expect(read).rejects.toThrow('aborted')

  await leaveAnAttachedRender(server)

  expect(await renderStateOf(sql, draftId)).toBe('queued')
  expect(await renderStateOf(sql, notWaiting)).toBe('queued')
  expect(await sql`select count(*) from renders where cancel_requested_at is not null`).toEqual([
    { count: 1 },
  ])
})

test.each([
  ['wait=60', 'cancelled'],
  ['', 'queued'],
])('a client with "%s" that is gone before the render has started: %s', async (prefer, state) => {
  await using server = await openTestServer()
  const { sql } = server
  const draftId = await insertReadyDraft(sql, server)
  await sql.begin(async (tx) => {
    await tx`select id from accounts for update`
    const socket = await postOverSocket(server, draftId, prefer)
    await until('the start waits', async () => {
      const waiting = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.destroy()
    await closed
  })

  const isAnswered = () =>
    server.logged.some(
      ({ event, fields }) =>
        event === 'request.answered' && String(fields.path).endsWith('renders'),
    )
  await until('the server is through with it', isAnswered)
  expect(await renderStateOf(sql, draftId)).toBe(state)
})

test('a database that is away when the client goes is asked again until it is there', async () => {
  await using home = await openTestServer()
  const { sql } = home
  const url = new URL(home.config.databaseUrl)
  await using proxy = await openProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  const logged: LoggedEvent[] = []
  const log = (event: string, fields = {}) => void logged.push({ event, fields })
  await using server = await startServer({ ...home.config, databaseUrl: String(url) }, { log })
  const draftId = await insertReadyDraft(sql, home)
  const place = { origin: server.origin, authorization: home.authorization }
  const socket = await postOverSocket(place, draftId, 'wait=60')
  await renderOf(sql, draftId)

  proxy.cut()
  socket.destroy()
  await until('a cancellation has failed', () =>
    logged.some(({ event }) => event === 'render.abandoning-delayed'),
  )
  expect(await renderStateOf(sql, draftId)).toBe('queued')
  proxy.mend()

  await until('it is cancelled', async () => (await renderStateOf(sql, draftId)) === 'cancelled')
})
