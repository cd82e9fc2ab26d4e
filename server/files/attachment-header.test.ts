import { expect, test } from 'vitest'
import { attachmentHeader } from './attachment-header.ts'

test('a plain title names the file as it is', () => {
  expect(attachmentHeader('A kettle that waits', '.mp4')).toBe(
    `attachment; filename="A kettle that waits.mp4"; filename*=UTF-8''A%20kettle%20that%20waits.mp4`,
  )
})

test('letters beyond ASCII are kept for clients that read them', () => {
  const header = attachmentHeader('Çay saati', '.mp4')
  expect(header).toContain('filename="Cay saati.mp4"')
  expect(header).toContain("filename*=UTF-8''%C3%87ay%20saati.mp4")
})

test('a title without any ASCII letter falls back to a plain name', () => {
  expect(attachmentHeader('שלום', '.mp4')).toContain('filename="video.mp4"')
})

test.each([
  'a"; filename="b',
  'a\r\nSet-Cookie: x=1',
  '../../etc/passwd',
  '\ud800',
  '...',
  'a%22b',
])('the title %j cannot break out of the header', (title) => {
  const header = attachmentHeader(title, '.mp4')
  expect(header).toMatch(/^attachment; filename="[^"\\/;%]+\.mp4"; filename\*=UTF-8''[\w%.!~-]+$/)
  expect(() => new Headers({ 'Content-Disposition': header })).not.toThrow()
})
