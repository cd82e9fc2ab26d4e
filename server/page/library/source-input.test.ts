import { expect, test } from 'vitest'
import { sourceTextCharsMax } from '../../../shared/draft.ts'
import { draftSourceOf, emptySource, fileIssueOf, sourceHintOf } from './source-input.ts'

test('an address is completed and text is sent as it is', () => {
  expect(draftSourceOf({ ...emptySource, typed: ' example.com ' })).toEqual({
    kind: 'right',
    source: { kind: 'url', url: 'https://example.com' },
  })
  expect(draftSourceOf({ ...emptySource, typed: ' Three short words. ' })).toEqual({
    kind: 'right',
    source: { kind: 'text', text: 'Three short words.' },
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

test.each([null, 'url'] as const)(
  'words that are no address are never sent as text unasked (kind %s)',
  (picked) => {
    expect(draftSourceOf({ ...emptySource, typed: 'my shop dot com', picked })).toEqual({
      kind: 'wrong',
      sentence: 'This is not a web address. Write it like example.com, or choose Text.',
    })
  },
)

test('the same words are sent once text was chosen', () => {
  expect(draftSourceOf({ ...emptySource, typed: 'my shop dot com', picked: 'text' })).toMatchObject(
    { source: { kind: 'text', text: 'my shop dot com' } },
  )
})

test('a file is refused above 2 MiB, with its size, and not below', () => {
  const limit = fileOf(2 * 1024 * 1024)
  const above = fileOf(12_900_000)
  expect(fileIssueOf(limit)).toBeNull()
  expect(draftSourceOf({ ...emptySource, file: limit })).toMatchObject({ kind: 'right' })
  expect(draftSourceOf({ ...emptySource, file: above })).toEqual({
    kind: 'wrong',
    sentence:
      'This file has 12.9 MB; 2 MB is the most. Save the page as “HTML only”, or paste its text.',
  })
})

test('the hint names the site that will be read', () => {
  expect(sourceHintOf({ ...emptySource, typed: 'https://www.example.com/a' })).toBe(
    'Makara will read example.com',
  )
  expect(sourceHintOf({ ...emptySource, typed: 'Three short words.' })).toBe(
    '18 characters of text',
  )
})

function fileOf(bytes: number): File {
  return new File([new Uint8Array(bytes)], 'page.html', { type: 'text/html' })
}
