import { expect, test } from 'vitest'
import { createSignInLink } from '../../shared/postgres/create-sign-in-link.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'

function linkOf(app: TestApp): Promise<string> {
  return createSignInLink(app.sql, { accountId: app.accountId, origin: '' })
}

function follow(app: TestApp, link: string, headers: Record<string, string> = {}) {
  return app.send(link, { apiKey: null, headers })
}

test('a sign-in link gives a session that only this site may use', async () => {
  await using app = await openTestApp()
  const response = await follow(app, await linkOf(app))

  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await response.text()).toContain('<meta http-equiv="refresh" content="0; url=/">')
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    /^makara_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  const headers = { cookie: `other=1; ${cookie.split(';')[0]}` }
  const session = await app.send('/v1/session', { apiKey: null, headers })
  expect(await session.json()).toEqual({ accountName: 'Ada', balance: 100, writer: 'offline' })
})

test('behind TLS the cookie never travels without it', async () => {
  await using app = await openTestApp()
  const response = await follow(app, await linkOf(app), { 'x-forwarded-proto': 'https' })

  expect(response.headers.get('set-cookie')).toMatch(/; Secure$/)
})

test('a link works once, however many follow it at the same moment', async () => {
  await using app = await openTestApp()
  const link = await linkOf(app)
  const answers = await Promise.all(Array.from({ length: 10 }, () => follow(app, link)))

  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const refused = answers.filter((answer) => answer.status === 401)
  expect(refused).toHaveLength(9)
  expect(refused[0]?.headers.has('set-cookie')).toBe(false)
  expect(await refused[0]?.text()).toContain('npm run sign-in')
  expect(await app.sql`select token_hash from sessions`).toHaveLength(1)
})

test('a link that expired, that nobody made, or without a token lets nobody in', async () => {
  await using app = await openTestApp()
  const link = await linkOf(app)
  await app.sql`update sign_in_links set expires_at = clock_timestamp() - interval '1 second'`

  for (const path of [link, '/sign-in?token=x', '/sign-in', '/sign-in?token=%00']) {
    const { status } = await follow(app, path)
    expect([path, status]).toEqual([path, 401])
  }
})

test('the holder of an API key gets a link that leads where the key was sent', async () => {
  await using app = await openTestApp()
  const askFor = async (headers: Record<string, string>) => {
    const response = await app.send('/v1/sign-in-links', { method: 'POST', headers })
    expect(response.status).toBe(201)
    return new URL((await response.json()).url)
  }
  const link = await askFor({})
  const secureLink = await askFor({ 'x-forwarded-proto': 'https' })

  expect([link.origin, secureLink.origin]).toEqual(['http://localhost', 'https://localhost'])
  expect((await follow(app, link.pathname + link.search)).status).toBe(200)
})

test('a preview that asks for headers only does not use the link up', async () => {
  await using app = await openTestApp()
  const link = await linkOf(app)
  await app.send(link, { method: 'HEAD', apiKey: null })

  expect((await follow(app, link)).status).toBe(200)
})

test('signing out ends this session, and an expired one is none', async () => {
  await using app = await openTestApp()
  const sessions = await Promise.all(
    [1, 2].map(async () => {
      const response = await follow(app, await linkOf(app))
      return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
    }),
  )
  const [first, second] = sessions
  const statusOf = async (headers = {}) =>
    (await app.send('/v1/session', { apiKey: null, headers })).status

  const path = '/v1/session/sign-out'
  const signOut = await app.send(path, { method: 'POST', apiKey: null, headers: first ?? {} })
  expect(signOut.status).toBe(204)
  expect(signOut.headers.get('set-cookie')).toMatch(/^makara_session=; Path=\/; Max-Age=0/)
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  await app.sql`update sessions set expires_at = clock_timestamp() - interval '1 second'`
  expect(await statusOf(second)).toBe(401)
})

test('every answer has an id, and the log one line that says who and what but no secret', async () => {
  await using app = await openTestApp()
  const link = await linkOf(app)
  await follow(app, link)
  const response = await app.send('/v1/session?api_key=secret')

  const requestId = response.headers.get('x-request-id')
  expect(app.logged.at(-1)).toEqual({
    event: 'request.answered',
    fields: {
      method: 'GET',
      path: '/v1/session',
      status: 200,
      ms: expect.any(Number),
      requestId,
      accountId: app.accountId,
    },
  })
  const lines = JSON.stringify(app.logged)
  for (const secret of ['secret', app.apiKey, link]) expect(lines).not.toContain(secret)
})

test('an error that nobody foresaw is told without its words and logged with them', async () => {
  await using app = await openTestApp()
  await app.sql`alter table accounts rename column balance to balance_away`
  const response = await app.send('/v1/session')

  expect(await problemOf(response)).toMatchObject({
    status: 500,
    code: 'internal_error',
    detail: 'Something went wrong on our side. Please try again.',
  })
  const failed = app.logged.find(({ event }) => event === 'request.failed')
  expect(failed?.fields.error).toContain('balance')
})
