import { expect, test } from 'vitest'
import { sampleDraft, sampleRender, sampleVideo } from '../testing/sample-draft.ts'
import {
  changeToSend,
  hasUnsavedWork,
  isVideoCurrent,
  openEditor,
  reduceDraft,
  saveStatusOf,
  type DraftAction,
  type DraftEditor,
} from './draft-editor.ts'
import { contentIssuesOf, contentKeyOf, contentOf } from './draft-content.ts'

const draft = sampleDraft()
const opened = openEditor(draft, null)

test('a draft without edits has nothing to send', () => {
  expect(changeToSend(opened)).toBeNull()
  expect(saveStatusOf(opened)).toEqual({ kind: 'saved' })
})

test('an edit sends only the part that changed', () => {
  const editor = after({ type: 'settings-changed', change: { sound: false } })
  expect(changeToSend(editor)).toEqual({ sound: false })
})

test('a space at the end is no change worth sending', () => {
  expect(hasUnsavedWork(after(caption('First ')))).toBe(false)
})

test('an invalid caption stays behind while valid settings are sent', () => {
  const editor = after(caption(''), { type: 'settings-changed', change: { format: 'promo' } })
  expect(changeToSend(editor)).toEqual({ format: 'promo' })
  expect(saveStatusOf(after(caption('')))).toEqual({ kind: 'saved-except', fieldCount: 1 })
})

test('letters that the video cannot draw are marked where they stand', () => {
  const editor = after(caption('Tea 茶'))
  expect(contentIssuesOf(editor.edited).get('script.scenes.0.caption')).toMatch('茶')
  expect(changeToSend(editor)).toBeNull()
})

test('one invalid caption holds back no other edit, and stays in the editor', () => {
  const editor = after(
    caption('Tea 🍵'),
    { type: 'scene-removed', sceneId: 'bbbb' },
    { type: 'scene-changed', sceneId: 'cccc', change: { caption: 'Last', durationSeconds: 99 } },
    { type: 'title-changed', title: 'New' },
  )
  const script = changeToSend(editor)?.script
  expect(script?.title).toBe('New')
  expect(script?.scenes.map(({ id, caption: text }) => [id, text])).toEqual([
    ['aaaa', 'First'],
    ['cccc', 'Last'],
  ])
  expect(script?.scenes.at(-1)?.durationSeconds).toBe(3)
  expect(captionOf(editor)).toBe('Tea 🍵')
  expect(saveStatusOf(editor)).toEqual({ kind: 'unsaved' })
  expect(saveStatusOf(reduceDraft(editor, finished(savedAs(editor))))).toEqual({
    kind: 'saved-except',
    fieldCount: 2,
  })
})

test('a new scene is left out of what is sent until its caption is valid', () => {
  const added = after({ type: 'scene-added', sceneId: 'dddd' })
  expect(changeToSend(added)).toBeNull()
  expect(saveStatusOf(added)).toEqual({ kind: 'saved-except', fieldCount: 1 })
  const valid = reduceDraft(added, {
    type: 'scene-changed',
    sceneId: 'dddd',
    change: { caption: 'New' },
  })
  expect(changeToSend(valid)?.script?.scenes.map(({ id }) => id)).toContain('dddd')
})

test('a script with nothing valid to save says that it is not saved', () => {
  const editor = after(
    { type: 'scene-added', sceneId: 'dddd' },
    ...['aaaa', 'bbbb', 'cccc'].map((sceneId) => ({ type: 'scene-removed', sceneId }) as const),
  )
  expect(changeToSend(editor)).toBeNull()
  expect(saveStatusOf(editor)).toEqual({ kind: 'blocked' })
})

test('an invalid brand name stays behind while the new colour is sent', () => {
  const brand = { ...draft.brand, name: '茶', color: '#112233' }
  const editor = after({ type: 'settings-changed', change: { brand } })
  expect(changeToSend(editor)).toEqual({ brand: { ...draft.brand, color: '#112233' } })
})

test('invalid text is there again after a reload, even of a tab closed during the save', () => {
  const editor = after(caption('Tea 🍵'), { type: 'title-changed', title: 'New' })
  const saving = reduceDraft(editor, { type: 'save-started', change: changeToSend(editor) ?? {} })
  const copy = {
    baseKey: contentKeyOf(contentOf(draft)),
    sentKey: saving.sentKey ?? '',
    content: saving.edited,
  }
  const reopened = openEditor(savedAs(editor), copy)
  expect(captionOf(reopened)).toBe('Tea 🍵')
  expect(saveStatusOf(reopened)).toEqual({ kind: 'saved-except', fieldCount: 1 })
})

test('text typed while a save is under way survives the answer and its echo', () => {
  const sent = after(caption('One'))
  const saving = reduceDraft(sent, { type: 'save-started', change: changeToSend(sent) ?? {} })
  const typedOn = reduceDraft(saving, caption('One two'))
  const stored = storedAs(sent)
  for (const actions of [
    [received(stored), finished(stored)],
    [finished(stored), received(stored)],
  ]) {
    const editor = actions.reduce(reduceDraft, typedOn)
    expect(captionOf(editor)).toBe('One two')
    expect(saveStatusOf(editor)).toEqual({ kind: 'unsaved' })
  }
})

test('an edit from elsewhere shows up where nothing was typed', () => {
  const editor = reduceDraft(opened, received(storedAs(after(caption('Theirs')))))
  expect(captionOf(editor)).toBe('Theirs')
  expect(hasUnsavedWork(editor)).toBe(false)
})

test('an edit from elsewhere never replaces typed text, and nothing is sent until a choice', () => {
  const theirs = storedAs(after(caption('Theirs')))
  const editor = reduceDraft(after(caption('Mine')), received(theirs))
  expect(saveStatusOf(editor)).toEqual({ kind: 'conflict' })
  expect(captionOf(editor)).toBe('Mine')
  expect(changeToSend(editor)).toBeNull()

  const kept = reduceDraft(editor, { type: 'mine-kept' })
  expect(kept.server.version).toBe(theirs.version)
  expect(changeToSend(kept)?.script?.scenes[0]?.caption).toBe('Mine')

  const loaded = reduceDraft(editor, { type: 'theirs-loaded' })
  expect(captionOf(loaded)).toBe('Theirs')
  expect(saveStatusOf(loaded)).toEqual({ kind: 'saved' })
})

test('a draft that only moved on in version is no conflict', () => {
  const editor = reduceDraft(after(caption('Mine')), received({ ...draft, version: 9 }))
  expect(saveStatusOf(editor)).toEqual({ kind: 'unsaved' })
  expect(editor.server.version).toBe(9)
})

test('an older snapshot changes nothing, and progress never goes back', () => {
  const render = sampleRender({ percent: 40, version: 7 })
  const editor = reduceDraft(opened, received({ ...draft, render }))
  const older = { ...draft, render: { ...render, percent: 20, version: 6 } }
  expect(reduceDraft(editor, received(older)).server.render?.percent).toBe(40)
  expect(reduceDraft(editor, received({ ...draft, version: draft.version - 1 }))).toBe(editor)
})

test('a deleted scene comes back in its place', () => {
  const removed = after({ type: 'scene-removed', sceneId: 'bbbb' })
  expect(sceneIds(removed)).toEqual(['aaaa', 'cccc'])
  expect(sceneIds(reduceDraft(removed, { type: 'scene-restored' }))).toEqual(sceneIds(opened))
})

test('scenes move within the script and no further', () => {
  expect(sceneIds(after({ type: 'scene-moved', sceneId: 'cccc', by: -1 }))).toEqual([
    'aaaa',
    'cccc',
    'bbbb',
  ])
  expect(after({ type: 'scene-moved', sceneId: 'aaaa', by: -1 }).edited.script?.scenes).toEqual(
    draft.script?.scenes,
  )
})

test('a new scene goes before the call to action', () => {
  expect(sceneIds(after({ type: 'scene-added', sceneId: 'dddd' }))).toEqual([
    'aaaa',
    'bbbb',
    'dddd',
    'cccc',
  ])
})

test('work typed before the tab closed is there again', () => {
  const content = after(caption('Mine')).edited
  const copy = { baseKey: contentKeyOf(contentOf(draft)), sentKey: '', content }
  expect(captionOf(openEditor(draft, copy))).toBe('Mine')
  expect(changeToSend(openEditor(draft, copy))).not.toBeNull()
})

test('work typed over a version that has since changed asks which one to keep', () => {
  const copy = { baseKey: 'other', sentKey: '', content: after(caption('Mine')).edited }
  expect(saveStatusOf(openEditor(draft, copy))).toEqual({ kind: 'conflict' })
})

test('a video is current until something newer was edited or rendered', () => {
  const render = sampleRender({ state: 'done', stage: 'ended', percent: 100 })
  const video = sampleVideo(render.id)
  const published = openEditor({ ...draft, render, video }, null)
  expect(isVideoCurrent(published)).toBe(true)
  expect(isVideoCurrent(reduceDraft(published, caption('New')))).toBe(false)
  const again = { ...draft, video, render: sampleRender({ id: 'r2', state: 'failed' }) }
  expect(isVideoCurrent(openEditor(again, null))).toBe(false)
})

function after(...actions: DraftAction[]): DraftEditor {
  return actions.reduce(reduceDraft, opened)
}

function caption(text: string): DraftAction {
  return { type: 'scene-changed', sceneId: 'aaaa', change: { caption: text } }
}

function received(snapshot: typeof draft): DraftAction {
  return { type: 'received', draft: snapshot }
}

function finished(snapshot: typeof draft): DraftAction {
  return { type: 'save-finished', draft: snapshot }
}

function storedAs(editor: DraftEditor): typeof draft {
  return { ...draft, ...editor.edited, version: draft.version + 1 }
}

function savedAs(editor: DraftEditor): typeof draft {
  const script = changeToSend(editor)?.script ?? draft.script
  return { ...draft, script, version: draft.version + 1 }
}

function captionOf(editor: DraftEditor): string | undefined {
  return editor.edited.script?.scenes[0]?.caption
}

function sceneIds(editor: DraftEditor): string[] | undefined {
  return editor.edited.script?.scenes.map((scene) => scene.id)
}
