import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cleanText, safeText } from './text.ts'

const caption = safeText({ charsMin: 1, charsMax: 10 })

test.each(['çay', 'שלום & co', 'می‌خواهم', 'a\nb'])('%j is a caption', (text) => {
  expect(v.safeParse(caption, text).success).toBe(true)
})

test.each([
  ['NUL', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud83d'],
  ['an escape character', 'a\u001b[2J'],
  ['a bidirectional override', '\u202eabc'],
  ['nothing', ''],
  ['nothing but spaces', ' \u00a0\n '],
  ['nothing that can be seen', '\u200b\u00a0\u200b'],
  ['too much', 'x'.repeat(11)],
])('%s is refused', (_, text) => {
  expect(v.safeParse(caption, text).success).toBe(false)
})

test('text of a page is cleaned to what a caption may hold', () => {
  expect(cleanText(' a\u0000\u202e b\u200b\n\tc\ud83d ')).toBe('a b c\ufffd')
})
