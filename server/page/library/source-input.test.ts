import { expect, test } from 'vitest'
import { sourceTextCharsMax } from '../../../shared/draft.ts'
import { draftSourceOf, emptySource, sourceHintOf } from './source-input.ts'

test('an address is completed and text is sent as it is', () => {
  expect(draftSourceOf({ ...emptySource, typed: ' example.com ' })).toEqual({
    kind: 'right',
    source: { kind: 'url', url: 'https://example.com' },
  })
  expect(draftSourceOf({ ...emptySource, typed: ' two words ' })).toEqual({
    kind: 'right',
    source: { kind: 'text', text: 'two words' },
  })
})

test('a kind chosen by hand wins over the detected one', () => {
  expect(draftSourceOf({ ...emptySource, typed: 'example.com', picked: 'text' })).toMatchObject({
    source: { kind: 'text' },
  })
})

test.each([
  [emptySource],
  [{ ...emptySource, typed: 'hello' }],
  [{ ...emptySource, picked: 'html' as const }],
  [{ ...emptySource, typed: 'a '.repeat(sourceTextCharsMax) }],
  [{ ...emptySource, typed: `example.com/${'a'.repeat(3000)}` }],
])('input %# is refused with a sentence before it is sent', (input) => {
  expect(draftSourceOf(input)).toMatchObject({ kind: 'wrong', sentence: expect.any(String) })
})

test('the hint names the site that will be read', () => {
  expect(sourceHintOf({ ...emptySource, typed: 'https://www.example.com/a' })).toBe(
    'Makara will read example.com',
  )
  expect(sourceHintOf({ ...emptySource, typed: 'two words' })).toBe('9 characters of text')
})
