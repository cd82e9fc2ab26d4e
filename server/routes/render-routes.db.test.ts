import { expect, test } from 'vitest'
import { endRender } from '../../shared/postgres/end-render.ts'
import { insertReadyDraft } from '../../shared/testing/test-rows.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'

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
