import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FetchNetwork, htmlHeaders, pageAnswer, publicAddress } from './fetch-network.ts'
import { fetchPage } from './fetch-page.ts'
import { httpAnswer, writeForEver } from './hostile-server.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

const mebibyte = 1024 * 1024

let network: FetchNetwork

beforeEach(async () => {
  network = await FetchNetwork.start()
})

afterEach(() => network[Symbol.asyncDispose]())

function fetchAnswer(bytes: Uint8Array) {
  network.answer = (socket) => socket.end(bytes)
  return fetchPage('http://pub.ssrf-test.com/s', network.options())
}

describe('fetchPage and answers', () => {
  const binary = Buffer.from([0x25, 0, 1, 2])

  test.each([
    ['404 Not Found', htmlHeaders, 'fetch_bad_status', false],
    ['401 Unauthorized', { 'www-authenticate': 'Negotiate' }, 'fetch_bad_status', false],
    ['204 No Content', {}, 'fetch_bad_status', false],
    ['500 Oops', {}, 'fetch_bad_status', true],
    ['200 OK', { 'content-type': 'application/pdf' }, 'fetch_content_type_not_allowed', false],
    ['200 OK', { 'content-type': 'image/svg+xml' }, 'fetch_content_type_not_allowed', false],
    ['200 OK', {}, 'fetch_content_type_not_allowed', false],
    ['200 OK', { ...htmlHeaders, 'content-encoding': 'br' }, 'fetch_encoding_not_allowed', false],
    [
      '200 OK',
      { ...htmlHeaders, 'content-encoding': 'gzip, gzip' },
      'fetch_encoding_not_allowed',
      false,
    ],
    ['200 OK', { ...htmlHeaders, 'content-encoding': 'gzip' }, 'fetch_bad_response', false],
    ['200 OK', { ...htmlHeaders, flood: 'x'.repeat(64 * 1024) }, 'fetch_bad_response', false],
    ['302 Found', {}, 'fetch_bad_response', false],
  ])('case %#: an answer of status %s is refused', async (status, headers, code, retryable) => {
    const outcome = await fetchAnswer(httpAnswer(status, { ...headers }, binary))
    expect(outcome).toMatchObject({ ok: false, code, retryable })
    expect(network.site.requests).toHaveLength(1)
  })

  test('a server that is busy says when to come back', async () => {
    const busy = httpAnswer('429 Too Many Requests', { 'retry-after': '7' })
    expect(await fetchAnswer(busy)).toMatchObject({
      code: 'fetch_bad_status',
      sentence: 'The page answered with status 429.',
      retryable: true,
      retryAfterMs: 7000,
    })
  })

  test('an unknown charset is no reason to refuse', async () => {
    const answered = httpAnswer('200 OK', { 'content-type': 'text/html; charset=utf-7' }, 'x')
    expect(await fetchAnswer(answered)).toMatchObject({ ok: true })
  })

  test('text without a declared type is taken as a page', async () => {
    const outcome = await fetchAnswer(httpAnswer('200 OK', {}, '<p>Hi</p>'))
    expect(outcome).toMatchObject({ ok: true, contentType: 'text/html' })
  })

  test('a packed page is unpacked', async () => {
    const packed = httpAnswer(
      '200 OK',
      { ...htmlHeaders, 'content-encoding': 'gzip' },
      gzipSync('Hello'),
    )
    expect(await fetchAnswer(packed)).toMatchObject({ bytes: Buffer.from('Hello') })
  })

  test('an announced size over the limit is refused before the body is read', async () => {
    network.answer = (socket) => {
      socket.write(
        httpAnswer('200 OK', { ...htmlHeaders, 'content-length': String(50 * 1024 ** 3) }),
      )
      writeForEver(socket, Buffer.alloc(64 * 1024))
    }
    const before = process.memoryUsage().rss
    const outcome = await fetchPage('http://pub.ssrf-test.com/s', network.options())
    expect(outcome).toMatchObject({ code: 'fetch_too_large' })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * mebibyte)
  })

  test('a body that never ends is cut off at the limit', async () => {
    network.answer = (socket) => {
      socket.write(httpAnswer('200 OK', htmlHeaders))
      writeForEver(socket, Buffer.alloc(64 * 1024, 'a'))
    }
    const outcome = await fetchPage('http://pub.ssrf-test.com/s', network.options())
    expect(outcome).toMatchObject({ code: 'fetch_too_large' })
  })

  test('a body of exactly the limit is read', async () => {
    const body = Buffer.alloc(2 * mebibyte, 'a')
    expect(await fetchAnswer(httpAnswer('200 OK', htmlHeaders, body))).toMatchObject({ ok: true })
  })

  test('a packed body is counted unpacked and stopped early', async () => {
    const member = gzipSync(Buffer.alloc(8 * mebibyte))
    network.answer = (socket) => {
      socket.write(httpAnswer('200 OK', { ...htmlHeaders, 'content-encoding': 'gzip' }))
      writeForEver(socket, member)
    }
    const before = process.memoryUsage().rss
    const outcome = await fetchPage('http://pub.ssrf-test.com/s', network.options())
    expect(outcome).toMatchObject({ code: 'fetch_decompressed_too_large' })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * mebibyte)
  })

  test.each([
    ['no answer at all', ''],
    ['half a header', 'HTTP/1.1 200 OK\r\ncontent-ty'],
    [
      'half a body',
      httpAnswer('200 OK', { ...htmlHeaders, 'content-length': '100' }, 'half').toString(),
    ],
  ])('%s ends at the deadline', async (_, bytes) => {
    network.answer = (socket) => socket.write(bytes)
    const started = performance.now()
    const outcome = await fetchPage('http://pub.ssrf-test.com/s', {
      ...network.options(),
      deadlineMs: 300,
    })
    expect(outcome).toMatchObject({ code: 'fetch_timeout', retryable: true })
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('a body that drips is ended by the total deadline', async () => {
    network.answer = (socket) => {
      socket.write(httpAnswer('200 OK', htmlHeaders))
      const drip = setInterval(() => socket.write('a'), 20)
      socket.on('close', () => clearInterval(drip))
    }
    const outcome = await fetchPage('http://pub.ssrf-test.com/s', {
      ...network.options(),
      deadlineMs: 400,
    })
    expect(outcome).toMatchObject({ code: 'fetch_timeout' })
  })

  test('a name server or a host that keeps silent is ended by the deadline too', async () => {
    const silentLookup = {
      ...network.options(),
      deadlineMs: 200,
      lookup: () => new Promise<never>(() => {}),
    }
    const silentHost = { ...network.options(), deadlineMs: 200, connect: () => undefined }
    const outcomes = await Promise.all([
      fetchPage('http://pub.ssrf-test.com/', silentLookup),
      fetchPage('http://pub.ssrf-test.com/', silentHost),
    ])
    expect(outcomes).toMatchObject([{ code: 'fetch_timeout' }, { code: 'fetch_timeout' }])
  })

  test.each([
    [
      'in the middle of a body',
      httpAnswer('200 OK', { ...htmlHeaders, 'content-length': '99' }, 'half'),
    ],
    ['before any answer', Buffer.from('')],
  ])('a connection lost %s may come back', async (_, bytes) => {
    network.answer = (socket) => socket.write(bytes, () => socket.resetAndDestroy())
    const outcome = await fetchPage('http://pub.ssrf-test.com/s', network.options())
    expect(outcome).toMatchObject({ code: 'fetch_failed', retryable: true })
  })

  test('a body in pieces that stops before its last one may come back', async () => {
    const head = httpAnswer(
      '200 OK',
      { ...htmlHeaders, 'transfer-encoding': 'chunked' },
      '5\r\nHello\r\n',
    )
    expect(await fetchAnswer(head)).toMatchObject({ code: 'fetch_failed', retryable: true })
  })

  test.each(['100 Continue', '103 Early Hints'])('a flood of %s is refused', async (status) => {
    network.answer = (socket) =>
      socket.end(`HTTP/1.1 ${status}\r\n\r\n`.repeat(1000) + pageAnswer.toString())
    const outcome = await fetchPage('http://pub.ssrf-test.com/s', network.options())
    expect(outcome).toMatchObject({ code: 'fetch_bad_response' })
  })

  test('something that is not HTTP is refused', async () => {
    expect(await fetchAnswer(Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'))).toMatchObject({
      code: 'fetch_bad_response',
    })
  })

  test('a certificate that nobody vouches for is refused, and the same one is fine once trusted', async () => {
    const tls = selfSignedCertificate('pub.ssrf-test.com')
    await network[Symbol.asyncDispose]()
    network = await FetchNetwork.start(tls)
    const target = 'https://pub.ssrf-test.com/s'
    expect(await fetchPage(target, network.options())).toMatchObject({ code: 'fetch_tls_error' })
    expect(await fetchPage(target, network.options([[publicAddress]], tls.cert))).toMatchObject({
      ok: true,
    })
    const otherName = await fetchPage(
      'https://pub2.ssrf-test.com/',
      network.options([[publicAddress]], tls.cert),
    )
    expect(otherName).toMatchObject({ code: 'fetch_tls_error' })
  })

  test('an abort by the caller throws its reason', async () => {
    network.answer = () => undefined
    const controller = new AbortController()
    const fetching = fetchPage('http://pub.ssrf-test.com/s', {
      ...network.options(),
      signal: controller.signal,
    })
    controller.abort(new Error('draining'))
    await expect(fetching).rejects.toThrow('draining')
  })
})
