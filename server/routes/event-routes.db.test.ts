import { expect, test } from 'vitest'
import { endRender } from '../../shared/postgres/end-render.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'
import { startRender } from '../../shared/postgres/start-render.ts'
import { until } from '../../shared/process/until.ts'
import { insertReadyDraft } from '../../shared/testing/test-rows.ts'
import { EventReader } from '../../shared/testing/event-reader.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'

async function startedRender(app: TestApp): Promise<{ id: string; draftId: string }> {
  const draftId = await insertReadyDraft(app.sql, app)
  const answer = await startRender(app.sql, { id: draftId, accountId: app.accountId })
  if (answer.outcome !== 'started') throw new Error(`Cannot start the render: ${answer.outcome}`)
  return { id: answer.renderId, draftId }
}

async function moveRender(app: TestApp, render: { id: string; draftId: string }, frames: number) {
  await app.sql.begin(async (tx) => {
    await tx`
      update renders
      set state = 'processing', stage = 'rendering', frames_done = ${frames}, version = version + 1
      where id = ${render.id}`
    await notifyChange(tx, render.draftId)
  })
}

test('a render is followed from its first state to its end', async () => {
  await using app = await openTestApp()
  const render = await startedRender(app)
  const path = `/v1/renders/${render.id}/events`
  const response = await app.send(path)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  const events = new EventReader(response)

  expect(await events.next()).toMatchObject({
    event: 'render',
    id: '1',
    state: { id: render.id, state: 'queued', percent: 0, version: 1 },
  })
  await moveRender(app, render, 30)
  expect(await events.next()).toMatchObject({ id: '2', state: { percent: 48, framesDone: 30 } })
  await app.sql.begin((tx) => endRender(tx, render.id, { state: 'done' }))
  expect(await events.next()).toMatchObject({ id: '3', state: { state: 'done', percent: 100 } })
  expect(await events.next()).toBeUndefined()
  expect(app.changes.watchCount).toBe(0)

  const again = await app.send(path, { headers: { 'last-event-id': '3' } })
  expect(again.status).toBe(204)
  const late = await app.send(path, { headers: { 'last-event-id': '2' } })
  expect(await new EventReader(late).next()).toMatchObject({ state: { state: 'done' } })
})

test('a reader that comes with an event id that was never given gets the whole present state', async () => {
  await using app = await openTestApp()
  const render = await startedRender(app)
  const paths = [`/v1/renders/${render.id}/events`, `/v1/drafts/${render.draftId}/events`]
  for (const id of ['-1', 'x', '999999999999999999999']) {
    for (const path of paths) {
      const events = new EventReader(await app.send(path, { headers: { 'last-event-id': id } }))
      expect((await events.next())?.state.version).toBe(1)
      await events.close()
    }
  }
})

test('a draft is followed through edits and renders, with ids that grow', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const events = new EventReader(await app.send(`/v1/drafts/${id}/events`))
  const seen = [await events.next()]
  await app.send(`/v1/drafts/${id}`, { method: 'PATCH', json: { format: 'story' } })
  seen.push(await events.next())
  for (let round = 0; round < 2; round++) {
    await app.send(`/v1/drafts/${id}/renders`, { method: 'POST' })
    seen.push(await events.next())
    const renderId = await app.sql`select id from renders where state = 'queued'`
    await app.send(`/v1/renders/${renderId[0]?.id}`, { method: 'DELETE' })
    seen.push(await events.next())
  }
  await events.close()

  expect(seen[1]?.state).toMatchObject({ format: 'story', render: null })
  expect(seen.slice(2).map((event) => event?.state.render)).toMatchObject([
    { state: 'queued' },
    { state: 'cancelled' },
    { state: 'queued' },
    { state: 'cancelled' },
  ])
  const ids = seen.map((event) => event?.id.split('.').map(Number) ?? [])
  expect(ids).toEqual(ids.toSorted((a, b) => compareNumbers(a, b)))
  expect(new Set(ids.map(String)).size).toBe(ids.length)
})

function compareNumbers(a: number[], b: number[]): number {
  const position = a.findIndex((number, index) => number !== b[index])
  return position < 0 ? 0 : (a[position] ?? 0) - (b[position] ?? 0)
}

test('the percent that a reader sees never goes back', async () => {
  await using app = await openTestApp()
  const render = await startedRender(app)
  const events = new EventReader(await app.send(`/v1/renders/${render.id}/events`))
  await events.next()
  await moveRender(app, render, 40)
  const forward = await events.next()
  await moveRender(app, render, 10)
  const back = await events.next()

  expect(back?.state).toMatchObject({ framesDone: 10, percent: forward?.state.percent })
})

test('a change whose notification is lost arrives all the same', async () => {
  await using app = await openTestApp()
  const render = await startedRender(app)
  const events = new EventReader(await app.send(`/v1/renders/${render.id}/events`))
  await events.next()
  await app.sql`update renders set version = version + 1`

  expect(await events.next()).toMatchObject({ id: '2' })
  await events.close()
})

test('readers go on after the listening connection was lost', async () => {
  await using app = await openTestApp()
  const render = await startedRender(app)
  const events = new EventReader(await app.send(`/v1/renders/${render.id}/events`))
  await events.next()
  const listening = () => app.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and query like 'listen %'`
  const [lost] = await listening()
  await app.sql`select pg_terminate_backend(${lost?.pid ?? 0})`
  await moveRender(app, render, 10)
  expect(await events.next()).toMatchObject({ id: '2' })

  await until('the hub listens anew', async () => (await listening())[0]?.pid !== lost?.pid)
  await moveRender(app, render, 20)
  expect(await events.next()).toMatchObject({ id: '3' })
  await events.close()
})

test('a stream ends when its draft is deleted, and is not found then', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const events = new EventReader(await app.send(`/v1/drafts/${id}/events`))
  await events.next()
  await app.send(`/v1/drafts/${id}`, { method: 'DELETE' })
  await notifyChange(app.sql, id)

  expect(await events.next()).toBeUndefined()
  expect((await app.send(`/v1/drafts/${id}/events`)).status).toBe(404)
  expect(app.changes.watchCount).toBe(0)
})

test('asking for the headers of a stream opens none', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const response = await app.send(`/v1/drafts/${id}/events`, { method: 'HEAD' })

  expect(response.status).toBe(200)
  expect(app.changes.watchCount).toBe(0)
})
