import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FetchNetwork, htmlHeaders, pageAnswer, publicAddress } from './fetch-network.ts'
import { fetchPage } from './fetch-page.ts'
import { httpAnswer } from './hostile-server.ts'

let network: FetchNetwork

beforeEach(async () => {
  network = await FetchNetwork.start()
})

afterEach(() => network[Symbol.asyncDispose]())

function fetchFrom(answers: string[][], url = 'http://pub.ssrf-test.com/') {
  return fetchPage(url, network.options(answers))
}

describe('fetchPage and addresses', () => {
  test('a page is fetched with its bytes, type and address', async () => {
    expect(await fetchFrom([[publicAddress]], 'http://pub.ssrf-test.com/a?b=1#c')).toEqual({
      ok: true,
      url: 'http://pub.ssrf-test.com/a?b=1#c',
      bytes: Buffer.from('<p>Hello</p>'),
      contentType: 'text/html; charset=utf-8',
    })
    expect(network.site.requests[0]).toMatch(
      /^GET \/a\?b=1 HTTP\/1\.1\r\nhost: pub\.ssrf-test\.com\r\n/i,
    )
  })

  test('the request says who asks and carries no cookie or credential', async () => {
    await fetchFrom([[publicAddress]])
    expect(network.site.requests[0]).toContain('user-agent: Makara/0.1 (+page reader)')
    expect(network.site.requests[0]).not.toMatch(/cookie|authorization|referer/i)
  })

  test.each([
    ['10.1.2.3'],
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.5'],
    ['fd00:ec2::254'],
    [publicAddress, '127.0.0.1'],
    [publicAddress, '::1'],
    ['10.1.2.3', publicAddress],
  ])('a name that resolves to %s %s is refused before any connection', async (...addresses) => {
    const outcome = await fetchFrom([addresses.filter((address) => address !== undefined)])
    expect(outcome).toMatchObject({ code: 'url_address_not_allowed', retryable: false })
    expect(network.dialled).toEqual([])
    expect(network.internal.requests).toEqual([])
  })

  test('each connection asks the name server once and uses that answer only', async () => {
    expect(await fetchFrom([[publicAddress], ['127.0.0.1']])).toMatchObject({ ok: true })
    expect(network.lookups).toEqual(['pub.ssrf-test.com'])
    expect(network.dialled).toEqual([publicAddress])
  })

  test('a name that moves to a private address between two connections is refused', async () => {
    network.answer = (socket) => socket.end(httpAnswer('302 Found', { location: '/again' }))
    const outcome = await fetchFrom([[publicAddress], ['169.254.169.254']])
    expect(outcome).toMatchObject({ code: 'url_address_not_allowed' })
    expect([network.site.requests.length, network.internal.requests.length]).toEqual([1, 0])
  })

  test('when the first address does not answer, the next checked one is used', async () => {
    const options = network.options([[publicAddress, '93.184.215.15']])
    const { connect } = options
    options.connect = (request, callback) =>
      request.hostname === publicAddress
        ? callback(new Error('unreachable'), null)
        : connect?.(request, callback)
    expect(await fetchPage('http://pub.ssrf-test.com/', options)).toMatchObject({ ok: true })
    expect(network.lookups).toHaveLength(1)
  })

  test('loopback is refused with the real resolver and connector, where a naive fetch gets in', async () => {
    const target = `http://127.0.0.1:${network.internal.port}/`
    const { signal } = new AbortController()
    expect(await fetchPage(target, { signal })).toMatchObject({ code: 'url_address_not_allowed' })
    expect(network.internal.requests).toHaveLength(0)
    expect((await fetch(target)).status).toBe(200)
    expect(network.internal.requests).toHaveLength(1)
  })

  test('a host that the operator allows is fetched although it is internal', async () => {
    const allowedHosts = [`127.0.0.1:${network.internal.port}`]
    const { signal } = new AbortController()
    const target = `http://127.0.0.1:${network.internal.port}/`
    expect(await fetchPage(target, { signal, allowedHosts })).toMatchObject({ ok: true })
  })

  test('an allowed host cannot redirect to another internal one', async () => {
    network.answer = (socket) =>
      socket.end(
        httpAnswer('302 Found', { location: `http://127.0.0.1:${network.internal.port}/` }),
      )
    const allowedHosts = [`127.0.0.1:${network.site.port}`]
    const { signal } = new AbortController()
    const outcome = await fetchPage(`http://127.0.0.1:${network.site.port}/`, {
      signal,
      allowedHosts,
    })
    expect(outcome).toMatchObject({ code: 'url_address_not_allowed' })
    expect(network.internal.requests).toHaveLength(0)
  })

  test('a name without an address is a failure that may pass', async () => {
    expect(await fetchFrom([[]])).toMatchObject({ code: 'fetch_failed', retryable: true })
  })
})

describe('fetchPage and redirects', () => {
  test('a relative redirect is followed, and its address returned', async () => {
    expect(await redirectTo('/relative')).toMatchObject({
      ok: true,
      url: 'http://pub.ssrf-test.com/relative',
    })
  })

  test.each([
    ['http://127.0.0.1/', 'url_address_not_allowed'],
    ['http://169.254.169.254/latest/meta-data/', 'url_address_not_allowed'],
    ['http://[::ffff:7f00:1]/', 'url_address_not_allowed'],
    ['http://u:p@pub.ssrf-test.com/', 'url_credentials_not_allowed'],
    ['http://pub.ssrf-test.com:22/', 'url_port_not_allowed'],
    ['file:///etc/passwd', 'url_scheme_not_allowed'],
    ['http://localhost/', 'url_host_not_allowed'],
    [`/${'a'.repeat(8192)}`, 'url_too_long'],
    ['http://pub.ssrf-test.com/\u0000', 'fetch_bad_response'],
    ['http://[', 'fetch_bad_response'],
  ])('case %#: a redirect to a refused address ends there', async (location, code) => {
    expect(await redirectTo(location)).toMatchObject({ ok: false, code, retryable: false })
    expect([network.site.requests.length, network.internal.requests.length]).toEqual([1, 0])
  })

  test('a naive fetch follows a redirect to loopback', async () => {
    network.answer = (socket) =>
      socket.end(
        httpAnswer('302 Found', { location: `http://127.0.0.1:${network.internal.port}/` }),
      )
    await fetch(`http://127.0.0.1:${network.site.port}/r`)
    expect(network.internal.requests).toHaveLength(1)
  })

  test.each([
    [5, 'ok'],
    [6, 'fetch_redirect_limit'],
  ])('%i redirects end as %s', async (count, expected) => {
    network.answer = (socket, path) => {
      const hop = Number(path.slice(1))
      socket.end(hop === count ? pageAnswer : httpAnswer('301 Moved', { location: `/${hop + 1}` }))
    }
    const outcome = await fetchPage('http://pub.ssrf-test.com/0', network.options())
    expect(outcome.ok ? 'ok' : outcome.code).toBe(expected)
    expect(network.site.requests).toHaveLength(6)
  })

  test('a refresh in the markup is not followed', async () => {
    const refresh = '<meta http-equiv=refresh content="0;url=http://127.0.0.1/">'
    network.answer = (socket) => socket.end(httpAnswer('200 OK', htmlHeaders, refresh))
    expect(await fetchFrom([[publicAddress]])).toMatchObject({
      ok: true,
    })
    expect(network.site.requests).toHaveLength(1)
  })
})

function redirectTo(location: string) {
  network.answer = (socket, path) =>
    socket.end(path === '/r' ? httpAnswer('302 Found', { location }) : pageAnswer)
  return fetchPage('http://pub.ssrf-test.com/r', network.options())
}
