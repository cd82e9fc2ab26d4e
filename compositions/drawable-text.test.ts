import { expect, test } from 'vitest'
import { drawableText } from './drawable-text.ts'

test('leaves out what the fonts cannot draw, without double spaces', () => {
  expect(drawableText('Launch day 🚀 is here 日本 now ❤️')).toBe('Launch day is here now')
})

test('composes letters that a page wrote in two parts', () => {
  expect(drawableText('s\u0327ey, I\u0307stanbul')).toBe('şey, İstanbul')
})

test('keeps French spaces unbroken, in a width that the font has', () => {
  expect(drawableText('Prix\u202f: 10\u202f€')).toBe('Prix\u00a0: 10\u00a0€')
})

test('changes nothing in ordinary text', () => {
  for (const text of ['Işık & Çağrı İĞÜŞÖÇ', 'קפה — ₪12', 'قهوة، ٢٥٪', 'Καφές «ναι»', 'Ёж їжак']) {
    expect(drawableText(text)).toBe(text)
  }
})
