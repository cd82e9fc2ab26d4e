import { expect, test } from 'vitest'
import { endRender } from '../../shared/postgres/end-render.ts'
import { insertReadyDraft } from '../../shared/testing/test-rows.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'
import { shareTestApp } from '../testing/share-test-app.ts'

const sharedApp = shareTestApp()

test('fifty parallel presses of Render start one, and all others are led to it', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.send(`/v1/drafts/${id}/renders`, { method: 'POST' })),
  )

  const started = answers.filter((answer) => answer.status === 202)
  expect(started).toHaveLength(1)
  const [first] = started
  const { render, links } = first ? await first.json() : {}
  const status = `/v1/renders/${render.id}`
  expect(links).toEqual({ status, events: `${status}/events`, video: `/v1/drafts/${id}/video` })
  expect(first?.headers.get('location')).toBe(status)
  for (const answer of answers.filter(({ status: code }) => code !== 202)) {
    expect(answer.headers.get('location')).toBe(status)
    expect(await problemOf(answer)).toMatchObject({
      status: 409,
      code: 'render_running',
      location: status,
    })
  }
  expect((await (await app.send(status)).json()).render).toEqual(render)
})

test('a draft whose script is still being written cannot be rendered', async () => {
  await using app = await openTestApp()
  const json = { text: 'The kettle waits.' }
  const { draft } = await (await app.send('/v1/drafts', { method: 'POST', json })).json()
  const response = await app.send(`/v1/drafts/${draft.id}/renders`, { method: 'POST', json: {} })

  expect(await problemOf(response)).toMatchObject({ status: 409, code: 'draft_not_ready' })
})

test.each([
  ['{"quality":"high"}', 422, 'body_invalid'],
  ['[]', 422, 'body_invalid'],
  ['{', 400, 'body_invalid_json'],
])('a render asked for with %s is refused', async (body, status, code) => {
  const app = sharedApp()
  const id = await insertReadyDraft(app.sql, app)
  const headers = { 'content-type': 'application/json' }
  const response = await app.send(`/v1/drafts/${id}/renders`, { method: 'POST', body, headers })

  expect(await problemOf(response)).toMatchObject({ status, code })
  expect(await app.sql`select id from renders`).toHaveLength(0)
})

test('a waiting render is cancelled at once, a rendering one when its node hears of it', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const post = () => app.send(`/v1/drafts/${id}/renders`, { method: 'POST' })
  const { render: waiting } = await (await post()).json()
  const first = await app.send(`/v1/renders/${waiting.id}`, { method: 'DELETE' })
  expect(first.status).toBe(202)
  expect((await first.json()).render).toMatchObject({ state: 'cancelled', cancelRequested: true })

  const { render } = await (await post()).json()
  await app.sql`
    update jobs set
      state = 'processing', lease_owner = gen_random_uuid(), lease_token = gen_random_uuid(),
      lease_expires_at = clock_timestamp() + interval '30 seconds'`
  await app.sql`
    update renders set state = 'processing', stage = 'rendering', started_at = clock_timestamp()
    where id = ${render.id}`
  const second = await app.send(`/v1/renders/${render.id}`, { method: 'DELETE' })
  expect(second.status).toBe(202)
  const { render: flagged } = await second.json()
  expect(flagged).toMatchObject({ state: 'processing', cancelRequested: true })
})

test('a render that publishes or has ended cannot be cancelled', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const response = await app.send(`/v1/drafts/${id}/renders`, { method: 'POST' })
  const { render } = await response.json()
  const cancel = () => app.send(`/v1/renders/${render.id}`, { method: 'DELETE' })

  await app.sql`update renders set state = 'processing', stage = 'publishing'`
  expect(await problemOf(await cancel())).toMatchObject({ status: 409, code: 'render_publishing' })
  const fault = { code: 'x', sentence: 'It broke.', stage: 'publishing', retryable: true }
  await app.sql.begin((tx) => endRender(tx, render.id, { state: 'failed', fault }))
  expect(await problemOf(await cancel())).toMatchObject({ status: 409, code: 'render_ended' })
  const { render: ended } = await (await app.send(`/v1/renders/${render.id}`)).json()
  expect(ended).toMatchObject({ state: 'failed', stage: 'ended', fault })
})

test('an address takes its methods only and names them', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const put = await app.send(`/v1/drafts/${id}`, { method: 'PUT' })
  expect(await problemOf(put)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  expect(put.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE')
  const get = await app.send(`/v1/drafts/${id}/renders`)
  expect(get.status).toBe(405)
  expect(get.headers.get('allow')).toBe('POST')
})
