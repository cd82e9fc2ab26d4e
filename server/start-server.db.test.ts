import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startRender } from '../shared/postgres/start-render.ts'
import { until } from '../shared/process/until.ts'
import { TestProxy } from '../shared/testing/test-proxy.ts'
import { insertReadyDraft } from '../shared/testing/test-rows.ts'
import { StartError } from './start-error.ts'
import { startServer } from './start-server.ts'
import { EventReader } from '../shared/testing/event-reader.ts'
import { openProxy } from './testing/open-proxy.ts'
import { openTestServer, type TestServer } from './testing/open-test-server.ts'
import { answerOf, rawRequest } from './testing/raw-request.ts'

const log = () => undefined

function fetchFrom(server: TestServer, path: string, headers: Record<string, string> = {}) {
  return fetch(`${server.origin}${path}`, {
    headers: { authorization: server.authorization, ...headers },
  })
}

function changeDraft(server: TestServer, id: string, json: unknown) {
  return fetch(`${server.origin}/v1/drafts/${id}`, {
    method: 'PATCH',
    headers: { authorization: server.authorization, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
}

async function openSocket(server: TestServer, request: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(request)
  return socket
}

test('a reader that loses the server goes on where the state is, with its last event id', async () => {
  await using server = await openTestServer()
  const { sql, accountId } = server
  const id = await insertReadyDraft(sql, { accountId })
  const render = await startRender(sql, { id, accountId })
  const path = `/v1/renders/${'renderId' in render ? render.renderId : ''}/events`
  const before = new EventReader(await fetchFrom(server, path))
  expect(await before.next()).toMatchObject({ id: '1', state: { percent: 0 } })

  await server.stop()
  expect(await before.next().catch(() => undefined)).toBeUndefined()
  await sql`
    update renders
    set state = 'processing', stage = 'rendering', frames_done = 30, version = version + 1`
  await server.restart()
  const after = new EventReader(await fetchFrom(server, path, { 'last-event-id': '1' }))

  expect(await after.next()).toMatchObject({ id: '2', state: { percent: 48 } })
  await after.close()
})

test('stopping takes less than five seconds, whatever the clients do', async () => {
  await using server = await openTestServer()
  const id = await insertReadyDraft(server.sql, server)
  const headers = `Host: x\r\nAuthorization: ${server.authorization}\r\n`
  const events = new EventReader(await fetchFrom(server, `/v1/drafts/${id}/events`))
  await events.next()
  const stalled = await openSocket(server, `GET /v1/drafts/${id}/events HTTP/1.1\r\n${headers}\r\n`)
  stalled.pause()
  await openSocket(server, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await openSocket(server, 'GET /healthz HT')
  await openSocket(server, `POST /v1/drafts HTTP/1.1\r\n${headers}Content-Length: 9\r\n\r\n{`)
  await until(
    'the stalled stream is open',
    () =>
      server.logged.filter(({ fields }) => String(fields.path).endsWith('/events')).length === 2,
  )

  const startedAt = performance.now()
  await server.stop()

  expect(performance.now() - startedAt).toBeLessThan(5000)
  expect(await events.next()).toBeUndefined()
  await expect(fetchFrom(server, '/healthz')).rejects.toThrow('fetch failed')
  stalled.destroy()
})

test('a stalled reader of a stream costs others nothing and gets the newest state later', async () => {
  await using server = await openTestServer()
  const id = await insertReadyDraft(server.sql, server)
  const stalled = await openSocket(
    server,
    `GET /v1/drafts/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: ${server.authorization}\r\n\r\n`,
  )
  stalled.pause()
  const live = new EventReader(await fetchFrom(server, `/v1/drafts/${id}/events`))
  await live.next()
  await changeDraft(server, id, { sound: false })
  expect((await live.next())?.state.sound).toBe(false)
  await live.close()

  let text = ''
  stalled.on('data', (chunk: Buffer) => {
    text += chunk
  })
  stalled.resume()
  await until('the stalled reader catches up', () => text.includes('"sound":false'))
  stalled.destroy()
})

test('a body without end is cut off at the limit', async () => {
  await using server = await openTestServer()
  const socket = await openSocket(
    server,
    `POST /v1/drafts HTTP/1.1\r\nHost: x\r\nAuthorization: ${server.authorization}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const chunk = `10000\r\n${' '.repeat(0x1_00_00)}\r\n`
  const sending = setInterval(() => socket.write(chunk), 5)
  await closed
  clearInterval(sending)

  const answer = answerOf(Buffer.concat(chunks))
  expect(answer.status).toBe(413)
  expect(String(answer.body)).toContain('"code":"body_too_large"')
  expect((await fetchFrom(server, '/healthz')).status).toBe(200)
})

test('a request that cannot be read gets a problem, and the server lives on', async () => {
  await using server = await openTestServer()
  const large = await rawRequest(server.port, [
    'POST /v1/drafts HTTP/1.1',
    `Authorization: ${server.authorization}`,
    'Content-Type: application/json',
    'Content-Length: 10485760',
  ])
  expect(large.status).toBe(413)
  const garbage = await rawRequest(server.port, ['nonsense'])
  expect(garbage.status).toBe(400)
  expect((await fetchFrom(server, '/healthz')).status).toBe(200)
})

test('a taken port is told in one sentence', async () => {
  await using server = await openTestServer()
  await expect(startServer({ ...server.config, port: server.port }, { log })).rejects.toThrow(
    new StartError(
      `Cannot listen on 127.0.0.1:${server.port}: the port is taken. Set PORT to another one.`,
    ),
  )
})

async function listenersOf(server: TestServer): Promise<number> {
  const rows = await server.sql`
    select pid from pg_stat_activity
    where datname = current_database() and query like 'listen %'`
  return rows.length
}

test('a database that hangs costs a request seconds, not for ever, and is whole again after', async () => {
  await using home = await openTestServer()
  await using proxy = await TestProxy.open(home.config.databaseUrl)
  await using away = await startServer({ ...home.config, databaseUrl: proxy.url }, { log })
  const server = { ...home, origin: away.origin }
  expect((await fetchFrom(server, '/v1/drafts')).status).toBe(200)

  proxy.newConnections = 'swallowed'
  proxy.hang()
  const askedAt = performance.now()
  let isAnswered = false
  const waiting = fetchFrom(server, '/v1/drafts', { prefer: 'wait=60' }).then((response) => {
    isAnswered = true
    return response.status
  })
  const [first, second] = await Promise.all([
    fetchFrom(server, '/v1/drafts'),
    fetchFrom(server, '/v1/drafts', { prefer: 'wait=0' }),
  ])

  expect(performance.now() - askedAt).toBeLessThan(12_000)
  expect([first.status, second.status]).toEqual([503, 503])
  // Who asked to wait goes on waiting.
  expect(isAnswered).toBe(false)
  expect(first.headers.get('retry-after')).toBe('5')
  expect(await first.json()).toMatchObject({ code: 'database_unavailable' })
  proxy.newConnections = 'forwarded'
  proxy.cut()
  expect(await waiting).toBe(503)
  await until('it answers again', async () => {
    return (await fetchFrom(server, '/v1/drafts')).status === 200
  })
})

test('a server without its database answers 503 and is whole again when it is back', async () => {
  await using home = await openTestServer()
  const id = await insertReadyDraft(home.sql, home)
  const url = new URL(home.config.databaseUrl)
  await using proxy = await openProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  proxy.cut()
  await using away = await startServer({ ...home.config, databaseUrl: String(url) }, { log })
  const server = { ...home, origin: away.origin }
  const health = async () => (await fetchFrom(server, '/healthz')).status

  expect(await health()).toBe(503)
  const refused = await fetchFrom(server, '/v1/drafts')
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ status: 503, code: 'database_unavailable' })

  proxy.mend()
  await until('the server is healthy', async () => (await health()) === 200)
  await until('both servers listen', async () => (await listenersOf(home)) === 2)
  const events = new EventReader(await fetchFrom(server, `/v1/drafts/${id}/events`))
  await events.next()
  proxy.cut()
  await until('the loss is seen', async () => (await health()) === 503)
  await home.sql`update drafts set sound = false, version = version + 1`
  proxy.mend()

  expect((await events.next())?.state).toMatchObject({ id, sound: false })
  await events.close()
})
