import { expect, test } from 'vitest'
import { sampleDraft, sampleRender } from '../testing/sample-draft.ts'
import { posterKindOf } from './poster-kind.ts'
import { variantOf } from './variant-of.ts'

const fault = { code: 'x', sentence: 'No page.', stage: null, retryable: false }

test.each([
  [sampleDraft({ state: 'writing', script: null }), 'writing'],
  [sampleDraft({ state: 'failed', script: null, fault }), 'failed'],
  [sampleDraft({ render: sampleRender({ state: 'failed', fault }) }), 'failed'],
  [sampleDraft(), 'drawn'],
  [sampleDraft({ render: sampleRender() }), 'drawn'],
])('the card of draft %# tells its state', (draft, kind) => {
  expect(posterKindOf(draft)).toBe(kind)
})

test('drawings differ between drafts and stay the same for one', () => {
  const variants = Array.from({ length: 40 }, (_, index) => variantOf(`draft-${index}`))
  expect(new Set(variants).size).toBeGreaterThan(6)
  expect(variantOf('draft-1')).toBe(variants[1])
})
