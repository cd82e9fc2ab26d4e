import { expect, test } from 'vitest'
import jsonBodyCases from '../fixtures/json-body-cases.json' with { type: 'json' }
import { openTestApp, type SendOptions } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'
import { shareTestApp } from '../testing/share-test-app.ts'

const sharedApp = shareTestApp()
const text = 'The kettle waits until the water has 80 degrees. Then it tells you.'

test('a draft of an address is created with its job, or not at all', async () => {
  await using app = await openTestApp()
  const response = await app.send('/v1/drafts', {
    method: 'POST',
    json: { url: 'https://example.com/kettle', format: 'promo', language: 'tr', sound: false },
  })

  expect(response.status).toBe(202)
  const { draft } = await response.json()
  expect(response.headers.get('location')).toBe(`/v1/drafts/${draft.id}`)
  expect(draft).toMatchObject({
    state: 'writing',
    title: 'example.com',
    format: 'promo',
    language: 'tr',
    sound: false,
    source: { kind: 'url', url: 'https://example.com/kettle' },
    script: null,
    video: null,
    render: null,
    version: 1,
  })
  const jobs = await app.sql`select kind, lane, account_id, draft_id from jobs`
  expect(jobs).toEqual([
    { kind: 'script', lane: 'interactive', account_id: app.accountId, draft_id: draft.id },
  ])
  await app.sql`alter table jobs rename to jobs_away`
  const failed = await app.send('/v1/drafts', { method: 'POST', json: { text } })
  expect(failed.status).toBe(500)
  expect(await app.sql`select id from drafts`).toHaveLength(1)
})

test('a draft of pasted text keeps the text and is named after its first words', async () => {
  await using app = await openTestApp()
  const long = `${text} ${text}`
  const response = await app.send('/v1/drafts', { method: 'POST', json: { text: long } })

  const { draft } = await response.json()
  expect(draft.title).toBe('The kettle waits until the water has 80 degrees. Then it…')
  const [source] = await app.sql`select content_type, body from draft_sources`
  expect(source?.content_type).toBe('text/plain; charset=utf-8')
  expect(String(source?.body)).toBe(long)
})

test('an HTML file is kept byte for byte with the charset it was sent with', async () => {
  await using app = await openTestApp()
  const bytes = new Uint8Array([...Buffer.from('<h1>'), 0xfe, 0, ...Buffer.from('</h1>')])
  const response = await app.send('/v1/drafts?format=story&language=tr&sound=false&name=a.html', {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'text/html; charset=windows-1254' },
  })

  expect(response.status).toBe(202)
  const { draft } = await response.json()
  expect(draft).toMatchObject({
    title: 'a.html',
    language: 'tr',
    sound: false,
    source: { kind: 'html', url: null },
  })
  const [source] = await app.sql`select content_type, body from draft_sources`
  expect(source?.content_type).toBe('text/html; charset=windows-1254')
  expect(new Uint8Array(source?.body)).toEqual(bytes)
})

test.each([
  ['an empty file', '', '', 422, 'body_invalid'],
  ['a file above 2 MiB', 'x'.repeat(2 * 1024 * 1024 + 1), '', 413, 'body_too_large'],
  ['an unknown format', '<p>', '?format=dance', 422, 'query_invalid'],
  ['an unknown option', '<p>', '?color=red', 422, 'query_invalid'],
  ['a name with NUL', '<p>', '?name=a%00b', 422, 'query_invalid'],
])('%s is refused', async (_, body, query, status, code) => {
  const app = sharedApp()
  const headers = { 'content-type': 'text/html' }
  const response = await app.send(`/v1/drafts${query}`, { method: 'POST', body, headers })

  expect(response.status).toBe(status)
  expect((await problemOf(response)).code).toBe(code)
})

test.each(jsonBodyCases)('$id: $why', async ({ value, expect: outcome, code }) => {
  const app = sharedApp()
  const before = await draftCount()
  const response = await app.send('/v1/drafts', { method: 'POST', ...requestOf(value) })

  const answer = await response.json()
  const isAccepted = outcome === 'allow'
  expect(answer.code).toBe(code)
  expect(Math.floor(response.status / 100)).toBe(isAccepted ? 2 : 4)
  expect(await draftCount()).toBe(isAccepted ? before + 1 : before)
})

async function draftCount(): Promise<number> {
  return (await sharedApp().sql`select id from drafts`).length
}

function requestOf(value: string): SendOptions {
  const headers = { 'content-type': 'application/json' }
  if (value.startsWith('BYTES:')) return { headers, body: Buffer.from(value.slice(6), 'hex') }
  switch (value) {
    case 'GEN:1 MiB of spaces':
      return { headers, body: ' '.repeat(1024 * 1024) }
    case 'GEN:chunked endless':
      return { headers, body: endlessSpaces() }
    case 'GEN:[x20000 nested':
      return { headers, body: '['.repeat(20_000) + ']'.repeat(20_000) }
    case 'GEN:gzip Content-Encoding request body':
      return { headers: { ...headers, 'content-encoding': 'gzip' }, body: 'x' }
    default:
      return { headers, body: value }
  }
}

function endlessSpaces(): ReadableStream {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)),
  })
}

test('deep nesting inside a known field is refused as well', async () => {
  const app = sharedApp()
  const body = `{"url":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const headers = { 'content-type': 'application/json' }
  const response = await app.send('/v1/drafts', { method: 'POST', body, headers })

  expect(await problemOf(response)).toMatchObject({
    status: 422,
    code: 'body_invalid',
    detail: 'Url must be text.',
  })
})

test.each([
  [{}, 'body_invalid', 'The request must have either "url" or "text".'],
  [{ url: 'https://a.dev', text }, 'body_invalid', 'The request must have either "url" or "text".'],
  [{ text: '' }, 'body_invalid', 'Text must not be empty.'],
  [{ text: 'a\u0000b' }, 'body_invalid', 'Text contains a control character.'],
  [{ text: 'a\ud800b' }, 'body_invalid', 'Text contains half of a surrogate pair.'],
  [{ text: 'x'.repeat(40_001) }, 'body_invalid', 'Text must have at most 40000 characters.'],
  [{ text, format: 'dance' }, 'body_invalid', 'Format must be one of story, promo.'],
  [{ url: 'ftp://example.com/' }, 'url_scheme_not_allowed', undefined],
  [{ url: 'http://169.254.169.254/latest' }, 'url_address_not_allowed', undefined],
  [{ url: 'https://exa\u0000mple.com/' }, 'url_invalid', undefined],
  [{ url: 'https://example.com/\ud800' }, 'url_invalid', undefined],
  [{ url: '' }, 'url_invalid', undefined],
])('a draft of %j is refused with %s', async (json, code, detail) => {
  const app = sharedApp()
  const response = await app.send('/v1/drafts', { method: 'POST', json })

  const problem = await problemOf(response)
  expect(problem).toMatchObject({ status: 422, code, detail: detail ?? problem.detail })
})

test('an internal host is read where the operator allows it', async () => {
  const app = sharedApp()
  const post = (url: string) => app.send('/v1/drafts', { method: 'POST', json: { url } })

  expect((await post('http://intranet.local/page')).status).toBe(202)
  expect((await post('http://other.local/page')).status).toBe(422)
})

test.each([
  [{}, 415, 'unsupported_media_type'],
  [{ 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  [{ 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  [{ 'content-type': 'application/json; charset=utf-16' }, 415, 'unsupported_media_type'],
  [{ 'content-type': 'application/json; charset="UTF-8"' }, 202, undefined],
])('a body sent with %j is answered %i', async (headers, status, code) => {
  const app = sharedApp()
  const body = new Blob([JSON.stringify({ text })])
  const response = await app.send('/v1/drafts', { method: 'POST', body, headers })

  expect([response.status, (await response.json()).code]).toEqual([status, code])
})

test('drafts are listed newest first, page by page, each once', async () => {
  await using app = await openTestApp()
  await app.sql`
    insert into drafts (account_id, title, format, brand, sound, source_kind, created_at)
    select
      ${app.accountId}, 'draft ' || number, 'story', '{"name":"","color":"#000000","site":""}',
      true, 'text', timestamptz '2026-01-01 00:00:00.123456Z' + (number / 3) * interval '1 microsecond'
    from generate_series(1, 25) as number`
  const expected = await app.sql<{ id: string }[]>`
    select id from drafts order by created_at desc, id desc`

  const pages: { drafts: { id: string }[]; nextCursor: string | null }[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`
    pages.push(await (await app.send(`/v1/drafts?limit=10${query}`)).json())
  }

  expect(pages.map((page) => page.drafts.length)).toEqual([10, 10, 5])
  const listed = pages.flatMap((page) => page.drafts.map((draft) => draft.id))
  expect(listed).toEqual(expected.map((row) => row.id))
})

test.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'cursor=x',
  `cursor=${btoa('{"createdMicros":1e300}')}`,
])('a list asked for with %s is refused', async (query) => {
  const app = sharedApp()
  const response = await app.send(`/v1/drafts?${query}`)

  expect(await problemOf(response)).toMatchObject({ status: 422, code: 'query_invalid' })
})
