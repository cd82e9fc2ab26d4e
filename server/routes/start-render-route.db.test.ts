import { expect, test } from 'vitest'
import { grantCredits } from '../../shared/postgres/grant-credits.ts'
import { balanceOf } from '../../shared/testing/test-render.ts'
import { insertReadyDraft, testScript } from '../../shared/testing/test-rows.ts'
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
  expect(await balanceOf(app.sql, app.accountId)).toBe(99)
})

test('a video that costs more than there is gets a 402 that names both, until credits come', async () => {
  await using app = await openTestApp()
  const script = testScript({ sceneCount: 6, durationSeconds: 12 })
  const id = await insertReadyDraft(app.sql, { accountId: app.accountId, script })
  const post = () => app.send(`/v1/drafts/${id}/renders`, { method: 'POST' })
  await app.sql`insert into ledger (account_id, kind, amount) select id, 'adjust', -98 from accounts`
  await app.sql`update accounts set balance = 2`

  expect(await problemOf(await post())).toMatchObject({
    status: 402,
    code: 'insufficient_credits',
    title: 'Payment Required',
    detail: 'This video costs 3 credits, and your account has 2.',
    balance: 2,
    price: 3,
  })
  expect(await app.sql`select id from renders`).toEqual([])

  await grantCredits(app.sql, { accountId: app.accountId, credits: 1, note: '' })
  expect((await post()).status).toBe(202)
  expect(await balanceOf(app.sql, app.accountId)).toBe(0)
  expect(await app.sql`select * from invariants`).toEqual([])
})

test.each([
  [undefined, 'standard'],
  [{}, 'standard'],
  [{ lane: 'standard' }, 'standard'],
  [{ lane: 'bulk' }, 'bulk'],
])('a render asked for with %j goes into the lane %s', async (json, lane) => {
  const app = sharedApp()
  const id = await insertReadyDraft(app.sql, app)
  const response = await app.send(`/v1/drafts/${id}/renders`, { method: 'POST', json })
  const { render } = await response.json()

  expect(response.status).toBe(202)
  expect(await app.sql`select lane from renders where id = ${render.id}`).toEqual([{ lane }])
  expect(await app.sql`select lane from jobs where render_id = ${render.id}`).toEqual([{ lane }])
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
  ['{"lane":"interactive"}', 422, 'body_invalid'],
  ['{"lane":null}', 422, 'body_invalid'],
  ['[]', 422, 'body_invalid'],
  ['{', 400, 'body_invalid_json'],
])('a render asked for with %s is refused', async (body, status, code) => {
  const app = sharedApp()
  const id = await insertReadyDraft(app.sql, app)
  const headers = { 'content-type': 'application/json' }
  const response = await app.send(`/v1/drafts/${id}/renders`, { method: 'POST', body, headers })

  expect(await problemOf(response)).toMatchObject({ status, code })
  expect(await app.sql`select id from renders where draft_id = ${id}`).toHaveLength(0)
})
