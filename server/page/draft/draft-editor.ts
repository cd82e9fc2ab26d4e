import type { Draft, DraftChange } from '../../../shared/draft.ts'
import type { RenderSnapshot } from '../../../shared/render.ts'
import { sceneCountMax, type Scene, type Script } from '../../../shared/script.ts'
import type { UnsavedCopy } from '../unsaved-copies.ts'
import { contentChangeOf, isSavingBlocked } from './content-change.ts'
import { contentIssuesOf, contentKeyOf, contentOf, type DraftContent } from './draft-content.ts'

type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'failed'; sentence: string; willRetry: boolean }
  /** Somebody else's edit lies in `server`; nothing is sent until the user has chosen. */
  | { kind: 'conflict' }

export type DraftEditor = {
  /** The newest snapshot that the server sent. */
  server: Draft
  /** What the form shows. */
  edited: DraftContent
  save: SaveState
  /** Key of the content last sent, which tells the echo of our own save from another's edit. */
  sentKey: string | null
  /** Id of the newest render when the content last changed: that render does not show the change. */
  changedAfter: string | null
  removed: { scene: Scene; index: number } | null
}

export type DraftAction =
  | { type: 'received'; draft: Draft }
  | { type: 'render-changed'; render: RenderSnapshot }
  | { type: 'title-changed'; title: string }
  | { type: 'scene-changed'; sceneId: string; change: Partial<Omit<Scene, 'id'>> }
  | { type: 'scene-moved'; sceneId: string; by: -1 | 1 }
  | { type: 'scene-removed'; sceneId: string }
  | { type: 'scene-restored' }
  | { type: 'scene-added'; sceneId: string }
  | { type: 'settings-changed'; change: Partial<Omit<DraftContent, 'script'>> }
  | { type: 'save-started'; change: DraftChange }
  | { type: 'save-finished'; draft: Draft }
  | { type: 'save-overtaken'; draft: Draft }
  | { type: 'save-failed'; sentence: string; willRetry: boolean }
  | { type: 'theirs-loaded' }
  | { type: 'mine-kept' }

export function openEditor(draft: Draft, copy: UnsavedCopy | null): DraftEditor {
  const clean: DraftEditor = {
    server: draft,
    edited: contentOf(draft),
    save: { kind: 'idle' },
    sentKey: null,
    changedAfter: null,
    removed: null,
  }
  if (copy === null) return clean
  const serverKey = contentKeyOf(clean.edited)
  if (contentKeyOf(copy.content) === serverKey) return clean
  const isTypedOverThis = copy.baseKey === serverKey || copy.sentKey === serverKey
  const save: SaveState = { kind: isTypedOverThis ? 'idle' : 'conflict' }
  return { ...clean, edited: copy.content, save, changedAfter: draft.render?.id ?? null }
}

export function reduceDraft(editor: DraftEditor, action: DraftAction): DraftEditor {
  switch (action.type) {
    case 'received':
      return receive(editor, action.draft)
    case 'render-changed':
      return receive(editor, { ...editor.server, render: action.render })
    case 'title-changed':
      return editScript(editor, (script) => ({ ...script, title: action.title }))
    case 'scene-changed':
      return editScenes(editor, (scenes) =>
        scenes.map((scene) =>
          scene.id === action.sceneId ? { ...scene, ...action.change } : scene,
        ),
      )
    case 'scene-moved':
      return editScenes({ ...editor, removed: null }, (scenes) => moveScene(scenes, action))
    case 'scene-removed':
      return removeScene(editor, action.sceneId)
    case 'scene-restored':
      return restoreScene(editor)
    case 'scene-added':
      return editScenes({ ...editor, removed: null }, (scenes) => addScene(scenes, action.sceneId))
    case 'settings-changed':
      return edit(editor, { ...editor.edited, ...action.change })
    case 'save-started':
      return { ...editor, save: { kind: 'saving' }, sentKey: sentKeyOf(editor, action.change) }
    case 'save-finished':
      return finishSave(editor, action.draft)
    case 'save-overtaken':
      return receive(withoutSaving(editor), action.draft)
    case 'save-failed':
      return editor.save.kind === 'saving'
        ? {
            ...editor,
            save: { kind: 'failed', sentence: action.sentence, willRetry: action.willRetry },
          }
        : editor
    case 'theirs-loaded':
      return openEditor(editor.server, null)
    case 'mine-kept':
      return { ...editor, save: { kind: 'idle' } }
  }
}

/** Null when everything that can be saved is saved, on its way, or waits for the user's choice. */
export function changeToSend(editor: DraftEditor): DraftChange | null {
  if (editor.save.kind === 'conflict' || editor.save.kind === 'saving') return null
  return contentChangeOf(contentOf(editor.server), editor.edited)
}

export function hasUnsavedWork(editor: DraftEditor): boolean {
  return contentKeyOf(contentOf(editor.server)) !== contentKeyOf(editor.edited)
}

/** False while a newer render runs or has failed, and when known edits are not in the video. */
export function isVideoCurrent({ server, changedAfter }: DraftEditor): boolean {
  const { video, render } = server
  if (video === null || render === null) return video !== null
  return render.id === video.renderId && changedAfter !== render.id
}

export type SaveStatus =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'blocked' | 'conflict' }
  /** All is saved but these fields, which are not valid yet. */
  | { kind: 'saved-except'; fieldCount: number }
  | { kind: 'failed'; sentence: string; willRetry: boolean }

export function saveStatusOf(editor: DraftEditor): SaveStatus {
  if (editor.save.kind !== 'idle') return editor.save
  if (!hasUnsavedWork(editor)) return { kind: 'saved' }
  if (changeToSend(editor) !== null) return { kind: 'unsaved' }
  return isSavingBlocked(contentOf(editor.server), editor.edited)
    ? { kind: 'blocked' }
    : { kind: 'saved-except', fieldCount: contentIssuesOf(editor.edited).size }
}

function receive(editor: DraftEditor, draft: Draft): DraftEditor {
  if (draft.version < editor.server.version) return editor
  const next = { ...editor, server: { ...draft, render: newerRender(editor.server, draft) } }
  const theirKey = contentKeyOf(contentOf(draft))
  if (theirKey === contentKeyOf(contentOf(editor.server))) return next
  if (theirKey === contentKeyOf(editor.edited)) {
    return editor.save.kind === 'conflict' ? { ...next, save: { kind: 'idle' } } : next
  }
  if (theirKey === editor.sentKey) return next
  if (!hasUnsavedWork(editor)) {
    const changedAfter = next.server.render?.id ?? null
    return { ...next, edited: contentOf(draft), changedAfter, removed: null }
  }
  return { ...next, save: { kind: 'conflict' } }
}

function finishSave(editor: DraftEditor, draft: Draft): DraftEditor {
  const next = withoutSaving(editor)
  if (draft.version < editor.server.version) return next
  return { ...next, server: { ...draft, render: newerRender(editor.server, draft) } }
}

function newerRender(known: Draft, draft: Draft): RenderSnapshot | null {
  const isOlder =
    known.render !== null &&
    known.render.id === draft.render?.id &&
    known.render.version > draft.render.version
  return isOlder ? known.render : draft.render
}

function editScript(editor: DraftEditor, change: (script: Script) => Script): DraftEditor {
  const { script } = editor.edited
  return script === null ? editor : edit(editor, { ...editor.edited, script: change(script) })
}

function editScenes(editor: DraftEditor, change: (scenes: Scene[]) => Scene[]): DraftEditor {
  return editScript(editor, (script) => ({ ...script, scenes: change(script.scenes) }))
}

function edit(editor: DraftEditor, edited: DraftContent): DraftEditor {
  const save: SaveState = editor.save.kind === 'failed' ? { kind: 'idle' } : editor.save
  return { ...editor, edited, save, changedAfter: editor.server.render?.id ?? null }
}

function moveScene(scenes: Scene[], move: { sceneId: string; by: -1 | 1 }): Scene[] {
  const from = scenes.findIndex((scene) => scene.id === move.sceneId)
  const to = from + move.by
  const scene = scenes[from]
  if (scene === undefined || to < 0 || to >= scenes.length) return scenes
  return scenes.toSpliced(from, 1).toSpliced(to, 0, scene)
}

function removeScene(editor: DraftEditor, sceneId: string): DraftEditor {
  const scenes = editor.edited.script?.scenes ?? []
  const index = scenes.findIndex((scene) => scene.id === sceneId)
  const scene = scenes[index]
  if (scene === undefined || scenes.length === 1) return editor
  return { ...editScenes(editor, () => scenes.toSpliced(index, 1)), removed: { scene, index } }
}

function restoreScene(editor: DraftEditor): DraftEditor {
  const { removed } = editor
  if (removed === null) return editor
  const restored = editScenes(editor, (scenes) => scenes.toSpliced(removed.index, 0, removed.scene))
  return { ...restored, removed: null }
}

function addScene(scenes: Scene[], sceneId: string): Scene[] {
  if (scenes.length >= sceneCountMax) return scenes
  const scene: Scene = {
    id: sceneId,
    kind: 'point',
    caption: '',
    narration: '',
    picturePrompt: '',
    durationSeconds: 3,
    source: null,
  }
  // The call to action stays last.
  const index = scenes.at(-1)?.kind === 'call' ? scenes.length - 1 : scenes.length
  return scenes.toSpliced(index, 0, scene)
}

function sentKeyOf(editor: DraftEditor, change: DraftChange): string {
  const base = contentOf(editor.server)
  return contentKeyOf({
    script: change.script ?? base.script,
    format: change.format ?? base.format,
    language: change.language ?? base.language,
    brand: change.brand ?? base.brand,
    sound: change.sound ?? base.sound,
  })
}

function withoutSaving(editor: DraftEditor): DraftEditor {
  return editor.save.kind === 'saving' ? { ...editor, save: { kind: 'idle' } } : editor
}
