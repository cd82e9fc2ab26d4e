import { expect, test } from 'vitest'
import { wordsOf } from './text-words.ts'

test('keeps words in reading order and loses none', () => {
  expect(wordsOf('עם Harbour & Co חוסכים 35%')).toEqual([
    'עם',
    'Harbour',
    '&\u00a0Co',
    'חוסכים',
    '35%',
  ])
})

test('lets a long address break after its punctuation, without changing its letters', () => {
  const [word = ''] = wordsOf('https://example.com/offers/summer-2026')
  expect(word).toContain('example.\u200bcom/\u200boffers')
  expect(word.replaceAll('\u200b', '')).toBe('https://example.com/offers/summer-2026')
})

test('leaves short words and prices alone', () => {
  expect(wordsOf('1.250,50 e-mail')).toEqual(['1.250,50', 'e-mail'])
})
