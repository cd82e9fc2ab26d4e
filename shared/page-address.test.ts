import { describe, expect, test } from 'vitest'
import cases from './fixtures/url-cases.json' with { type: 'json' }
import { isAllowedHost, parsePageAddress } from './page-address.ts'

const rules = { ownHosts: ['app.makara.example.net'] }

function outcomeOf(text: string): string {
  const address = parsePageAddress(text, rules)
  return address.ok ? 'allowed' : address.code
}

describe('parsePageAddress', () => {
  const refused = cases.filter((entry) => entry.expect === 'reject')
  const allowed = cases.filter((entry) => entry.expect === 'allow')

  test.each(refused)('$id is refused as $code: $why', (entry) => {
    expect(outcomeOf(entry.value)).toBe(entry.code)
  })

  test.each(allowed)('$id is allowed: $why', (entry) => {
    expect(outcomeOf(entry.value)).toBe('allowed')
  })

  test('a parser alone would let most refused cases through, so the table can fail', () => {
    const parsed = refused.filter((entry) => URL.canParse(entry.value))
    expect(parsed.length).toBeGreaterThan(refused.length / 2)
  })

  test('a host is answered in its ASCII form, without a trailing dot', () => {
    expect(parsePageAddress('https://аррӏе.com./')).toMatchObject({
      url: { hostname: 'xn--80ak6aa92e.com' },
    })
  })

  test.each([
    ['example.com', 'https://example.com/'],
    ['  www.example.com/shop?x=1 ', 'https://www.example.com/shop?x=1'],
    ['münchen.de', 'https://xn--mnchen-3ya.de/'],
  ])('a bare host %j is read as https', (text, href) => {
    expect(parsePageAddress(text)).toMatchObject({ ok: true, url: { href } })
  })

  test.each([
    ['example.com:8080', 'url_port_not_allowed'],
    ['localhost:3000', 'url_host_not_allowed'],
    ['10.0.0.1', 'url_address_not_allowed'],
    ['not a url', 'url_invalid'],
    ['word', 'url_invalid'],
    ['file:///etc/passwd', 'url_scheme_not_allowed'],
  ])('%j is refused as %s', (text, code) => {
    expect(outcomeOf(text)).toBe(code)
  })

  test('a refusal carries a sentence for people', () => {
    const address = parsePageAddress('http://127.0.0.1/')
    expect(address.ok ? '' : address.sentence).toBe('This address is not on the public Internet.')
  })

  test.each([
    ['http://intranet/', ['intranet'], true],
    ['http://INTRANET/', ['Intranet'], true],
    ['http://intranet:8080/', ['intranet:8080'], true],
    ['http://127.0.0.1:4000/', ['127.0.0.1:4000'], true],
    ['http://[::1]:4000/', ['[::1]:4000'], true],
    ['http://intranet/', ['intranet:80'], true],
    ['http://intranet:8080/', ['intranet'], false],
    ['http://intranet:8081/', ['intranet:8080'], false],
    ['http://other.intranet/', ['intranet'], false],
    ['http://user@intranet/', ['intranet'], false],
  ])('%s with %j allowed by the operator: %s', (text, allowedHosts, isAllowed) => {
    expect(parsePageAddress(text, { allowedHosts }).ok).toBe(isAllowed)
  })

  test('an allowed name opens that name only, not its address', () => {
    expect(isAllowedHost(new URL('http://10.0.0.8/'), ['intranet'])).toBe(false)
  })
})
