import { isVideoCurrent, type DraftEditor } from './draft-editor.ts'

/** The Render button: its words, and whether it is the main thing to do now. */
export type RenderChoice = { words: string; isMain: boolean }

export function renderChoiceOf(editor: DraftEditor): RenderChoice {
  const { render, video } = editor.server
  const isEdited = render !== null && editor.changedAfter === render.id
  if (render?.state === 'failed' && !isEdited) {
    return render.fault?.retryable === false
      ? { words: 'Render again', isMain: false }
      : { words: 'Try again', isMain: true }
  }
  if (render?.state === 'failed') return { words: 'Render again', isMain: true }
  if (video === null) return { words: 'Render video', isMain: true }
  return { words: 'Render again', isMain: !isVideoCurrent(editor) }
}
