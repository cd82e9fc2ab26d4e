import { expect, test } from 'vitest'
import { sampleDraft, sampleRender, sampleVideo } from '../testing/sample-draft.ts'
import { openEditor, reduceDraft, type DraftEditor } from './draft-editor.ts'
import { renderChoiceOf } from './render-choice.ts'

test('a draft without a video has one thing to do', () => {
  expect(renderChoiceOf(openEditor(sampleDraft(), null))).toEqual({
    words: 'Render video',
    isMain: true,
  })
})

test('a current video steps before rendering again, until something is edited', () => {
  const render = sampleRender({ state: 'done', stage: 'ended', percent: 100 })
  const editor = openEditor(sampleDraft({ render, video: sampleVideo(render.id) }), null)
  expect(renderChoiceOf(editor)).toEqual({ words: 'Render again', isMain: false })
  expect(renderChoiceOf(edited(editor))).toEqual({ words: 'Render again', isMain: true })
})

test('a failed render offers another try first only where that can help', () => {
  expect(renderChoiceOf(failed(true))).toEqual({ words: 'Try again', isMain: true })
  expect(renderChoiceOf(failed(false))).toEqual({ words: 'Render again', isMain: false })
  expect(renderChoiceOf(edited(failed(false)))).toEqual({ words: 'Render again', isMain: true })
})

function failed(retryable: boolean): DraftEditor {
  const fault = { code: 'x', sentence: 'No.', stage: null, retryable }
  return openEditor(sampleDraft({ render: sampleRender({ state: 'failed', fault }) }), null)
}

function edited(editor: DraftEditor): DraftEditor {
  return reduceDraft(editor, { type: 'title-changed', title: 'New' })
}
