import { expect, test } from 'vitest'
import { sampleDraft, sampleRender } from '../testing/sample-draft.ts'
import { draftStatusOf, isBusy } from './draft-status.ts'

const fault = { code: 'x', sentence: 'No page.', stage: null, retryable: false }

test.each([
  [sampleDraft({ state: 'writing' }), 'Writing script…', true],
  [sampleDraft(), 'Ready', false],
  [sampleDraft({ render: sampleRender({ state: 'queued' }) }), 'Waiting to render', true],
  [sampleDraft({ render: sampleRender() }), 'Rendering 43%', true],
  [sampleDraft({ render: sampleRender({ state: 'failed', fault }) }), 'Failed: No page.', false],
  [sampleDraft({ render: sampleRender({ state: 'cancelled' }) }), 'Ready', false],
  [sampleDraft({ state: 'failed', fault }), 'Failed: No page.', false],
])('the state of draft %# is one short phrase', (draft, text, busy) => {
  expect(draftStatusOf(draft).text).toBe(text)
  expect(isBusy(draft)).toBe(busy)
})
