import { expect, test } from 'vitest'
import { textDirectionOf } from './text-direction.ts'

test('mixed text follows the language of the video', () => {
  expect(textDirectionOf('Harbour & Co חוסכים 35%', 'he')).toBe('rtl')
  expect(textDirectionOf('Try قهوة today', 'en')).toBe('ltr')
})

test('text of one direction follows its letters', () => {
  expect(textDirectionOf('example.com', 'he')).toBe('ltr')
  expect(textDirectionOf('קפה טרי', 'en')).toBe('rtl')
})

test('text without letters follows the language', () => {
  expect(textDirectionOf('35%', 'ar')).toBe('rtl')
  expect(textDirectionOf('35%', 'tr')).toBe('ltr')
})
