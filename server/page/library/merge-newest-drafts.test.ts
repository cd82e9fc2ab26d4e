import { expect, test } from 'vitest'
import { sampleDraft } from '../testing/sample-draft.ts'
import { mergeNewestDrafts } from './merge-newest-drafts.ts'

test('a fresh first page keeps the older pages behind it', () => {
  const merged = mergeNewestDrafts(pages('dcba', 'more'), pages('edc', 'c'))
  expect(merged.drafts.map(({ id }) => id).join('')).toBe('edcba')
  expect(merged.nextCursor).toBe('more')
})

test('a deleted draft leaves the list', () => {
  expect(mergeNewestDrafts(pages('cba', null), pages('ca', null)).drafts).toHaveLength(2)
})

test('nothing is guessed when the first page no longer meets the known ones', () => {
  expect(mergeNewestDrafts(pages('ba', null), pages('fed', 'd'))).toEqual(pages('fed', 'd'))
})

function pages(ids: string, nextCursor: string | null) {
  return { drafts: ids.split('').map((id) => sampleDraft({ id })), nextCursor }
}
