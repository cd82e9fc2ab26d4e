import { expect, test } from 'vitest'
import { detectSource, siteOf, webAddressOf } from './detect-source.ts'

test.each([
  ['', 'url'],
  ['exam', 'url'],
  ['  https://example.com/a?b=c#d ', 'url'],
  ['Our new tea is here.', 'text'],
  ['Our new tea is here. It', 'text'],
  ['See https://example.com for our tea, which keeps warm for hours', 'text'],
  ['my shop dot com', 'url'],
  ['my shop . com', 'url'],
  ['example. com', 'url'],
  ['Satır bir\nSatır iki', 'text'],
] as const)('%j is taken as %s', (typed, kind) => expect(detectSource(typed)).toBe(kind))

test.each([
  'example.com',
  'http://127.0.0.1:4100/page',
  'HTTPS://EXAMPLE.COM',
  'münchen.de/bier',
  'shop.example.co.uk:8080/x',
])('%j is a web address', (typed) => expect(webAddressOf(typed)).not.toBeNull())

test.each([
  '3.50',
  'hello@example.com',
  'Hello',
  'ftp://example.com',
  'javascript:alert(1)',
  'a b.de',
])('%j is not a web address', (typed) => expect(webAddressOf(typed)).toBeNull())

test('an address without a protocol gets https', () => {
  expect(webAddressOf(' example.com/tea ')).toBe('https://example.com/tea')
  expect(webAddressOf('http://example.com')).toBe('http://example.com')
  expect(webAddressOf('http://')).toBeNull()
})

test('a site is shown without protocol, path and www', () => {
  expect(siteOf('https://www.example.com/a')).toBe('example.com')
  expect(siteOf('http://localhost:3000/a')).toBe('localhost:3000')
})
