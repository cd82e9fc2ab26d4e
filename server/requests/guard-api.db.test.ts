import { expect, test } from 'vitest'
import { createAccount } from '../../shared/postgres/create-account.ts'
import { createSignInLink } from '../../shared/postgres/create-sign-in-link.ts'
import { startRender } from '../../shared/postgres/start-render.ts'
import { insertReadyDraft } from '../../shared/testing/test-rows.ts'
import authCases from '../fixtures/auth-cases.json' with { type: 'json' }
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'
import { shareTestApp } from '../testing/share-test-app.ts'

const sharedApp = shareTestApp()

test.each(authCases)('$id: $why', async ({ value, code }) => {
  const app = sharedApp()
  const isQuery = value.startsWith('?')
  const response = isQuery
    ? await app.send(`/v1/session${value.replace('<valid>', app.apiKey)}`, { apiKey: null })
    : await app.send('/v1/session', { apiKey: null, headers: { authorization: value } })

  expect(response.status).toBe(401)
  expect(await problemOf(response)).toMatchObject({ code })
})

test('nothing of the API is open without an account', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const paths = ['/v1/session', '/v1/drafts', `/v1/drafts/${id}`, `/v1/drafts/${id}/events`]
  for (const path of [...paths, `/v1/drafts/${id}/video`, '/v1/nothing', '/v1']) {
    const { status } = await app.send(path, { apiKey: null })
    expect([path, status]).toEqual([path, 401])
  }
  expect((await app.send(`/v1/drafts/${id}`)).status).toBe(200)
})

test('a revoked key is refused', async () => {
  await using app = await openTestApp()
  await app.sql`update api_keys set revoked_at = clock_timestamp()`

  expect((await app.send('/v1/session')).status).toBe(401)
})

test('drafts and renders of another account are not found, whatever is asked of them', async () => {
  await using app = await openTestApp()
  const { sql } = app
  const { accountId } = await createAccount(sql, { name: 'Bea', credits: 100 })
  const id = await insertReadyDraft(sql, { accountId })
  const answer = await startRender(sql, { id, accountId })
  const renderId = answer.outcome === 'started' ? answer.renderId : ''
  const before = await sql`select version, state from renders`

  const asked = [
    ['GET', `/v1/drafts/${id}`],
    ['PATCH', `/v1/drafts/${id}`],
    ['DELETE', `/v1/drafts/${id}`],
    ['POST', `/v1/drafts/${id}/retry`],
    ['POST', `/v1/drafts/${id}/renders`],
    ['GET', `/v1/drafts/${id}/events`],
    ['GET', `/v1/drafts/${id}/video`],
    ['GET', `/v1/drafts/${id}/poster`],
    ['GET', `/v1/drafts/${id}/manifest`],
    ['GET', `/v1/renders/${renderId}`],
    ['DELETE', `/v1/renders/${renderId}`],
    ['GET', `/v1/renders/${renderId}/events`],
  ] as const
  for (const [method, path] of asked) {
    const response = await app.send(path, { method, ...(method === 'PATCH' && { json: {} }) })
    const { status, code } = await problemOf(response)
    expect([method, path, status, code]).toEqual([method, path, 404, 'not_found'])
  }
  expect(await sql`select version, state from renders`).toEqual(before)
  expect(app.changes.watchCount).toBe(0)
})

test.each(['1', '-1', 'null', '%00', "' or 1=1 --", '00000000-0000-0000-0000-00000000000g'])(
  'an id that cannot be one of ours is not found: %s',
  async (id) => {
    const app = sharedApp()
    for (const path of [`/v1/drafts/${id}`, `/v1/renders/${id}`, `/v1/renders/${id}/events`]) {
      const response = await app.send(path)
      expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not_found' })
    }
  },
)

test('a change that another website makes with the session cookie is refused', async () => {
  await using app = await openTestApp()
  const cookie = await signIn(app)
  const post = (origin?: string) =>
    app.send('/v1/drafts', {
      method: 'POST',
      apiKey: null,
      json: { text: 'Water at 80 degrees' },
      headers: { cookie, host: 'makara.test', ...(origin !== undefined && { origin }) },
    })

  for (const origin of ['https://evil.test', 'http://makara.test:81', 'null', 'x']) {
    const response = await post(origin)
    const { status, code } = await problemOf(response)
    expect([origin, status, code]).toEqual([origin, 403, 'cross_origin'])
  }
  expect(await app.sql`select id from drafts`).toHaveLength(0)
  expect((await post('https://makara.test')).status).toBe(202)
  expect((await post()).status).toBe(202)
})

async function signIn(app: TestApp): Promise<string> {
  const link = await createSignInLink(app.sql, { accountId: app.accountId, origin: '' })
  const response = await app.send(link, { apiKey: null })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
