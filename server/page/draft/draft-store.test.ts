import { afterEach, expect, test, vi } from 'vitest'
import type { Draft, DraftChange } from '../../../shared/draft.ts'
import type { Answer } from '../api-client.ts'
import { sampleDraft } from '../testing/sample-draft.ts'
import { UnsavedCopies } from '../unsaved-copies.ts'
import { saveStatusOf } from './draft-editor.ts'
import { DraftStore } from './draft-store.ts'

type DraftAnswer = Answer<{ draft: Draft }>

const controllers: AbortController[] = []
afterEach(() => {
  for (const controller of controllers.splice(0)) controller.abort()
})

test('edits made together are saved as one change of the right version', async () => {
  const { store, sent } = openStore({ answers: [ok] })
  type(store, 'O')
  type(store, 'One')
  await vi.waitFor(() => expect(saveStatusOf(store.editor())).toEqual({ kind: 'saved' }))
  expect(sent.map(({ version, script }) => [version, script?.scenes[0]?.caption])).toEqual([
    [3, 'One'],
  ])
})

test('a flush saves at once and then also what was typed during the save', async () => {
  const typeThenAnswer: Reply = (change) => {
    type(store, 'One two')
    return ok(change)
  }
  const { store, sent } = openStore({ answers: [typeThenAnswer, ok], debounceMs: 60_000 })
  type(store, 'One')
  expect(await store.flush()).toBe(true)
  expect(sent.map(({ version }) => version)).toEqual([3, 4])
  expect(sent.at(-1)?.script?.scenes[0]?.caption).toBe('One two')
})

test('a flush says no while something typed cannot be saved', async () => {
  const { store, sent } = openStore({ answers: [] })
  type(store, '')
  expect(await store.flush()).toBe(false)
  expect(sent).toEqual([])
})

test('a save that does not reach the server is tried again by itself', async () => {
  const { store, sent } = openStore({ answers: [{ kind: 'unreachable' }, ok] })
  type(store, 'One')
  await vi.waitFor(() => expect(saveStatusOf(store.editor())).toEqual({ kind: 'saved' }))
  expect(sent).toHaveLength(2)
})

test('a refused save is shown in the words of the server and waits for the next edit', async () => {
  const { store, sent } = openStore({ answers: [refused('script_invalid')] })
  type(store, 'One')
  await store.flush()
  expect(saveStatusOf(store.editor())).toMatchObject({ kind: 'failed', sentence: 'No.' })
  expect(sent).toHaveLength(1)
})

test('a save overtaken by another window asks which version to keep', async () => {
  const theirs = sampleDraft({ version: 8, sound: false })
  const { store } = openStore({ answers: [refused('draft_changed')], newest: theirs })
  type(store, 'Mine')
  expect(await store.flush()).toBe(false)
  expect(saveStatusOf(store.editor())).toEqual({ kind: 'conflict' })
})

test('a save overtaken by a change that is none of ours is sent again unasked', async () => {
  const newest = sampleDraft({ version: 8 })
  const { store, sent } = openStore({ answers: [refused('draft_changed'), ok], newest })
  type(store, 'Mine')
  expect(await store.flush()).toBe(true)
  expect(sent.map(({ version }) => version)).toEqual([3, 8])
})

test('unsaved work is kept in the browser until it is saved', async () => {
  const storage = new Map<string, string>()
  const { store } = openStore({ answers: [ok], storage, debounceMs: 60_000 })
  type(store, 'One')
  const reopened = openStore({ answers: [], storage, debounceMs: 60_000 }).store
  expect(reopened.editor().edited.script?.scenes[0]?.caption).toBe('One')
  await store.flush()
  expect(storage.size).toBe(0)
})

test('invalid text is kept in the browser after the rest was saved', async () => {
  const storage = new Map<string, string>()
  const { store, sent } = openStore({ answers: [ok], storage })
  type(store, 'Tea 🍵')
  store.dispatch({ type: 'scene-removed', sceneId: 'bbbb' })
  expect(await store.flush()).toBe(false)
  expect(sent.map(({ script }) => script?.scenes.length)).toEqual([2])
  expect(saveStatusOf(store.editor())).toEqual({ kind: 'saved-except', fieldCount: 1 })
  const reopened = openStore({ answers: [], storage, draft: store.editor().server }).store
  expect(reopened.editor().edited.script?.scenes[0]?.caption).toBe('Tea 🍵')
  expect(saveStatusOf(reopened.editor())).toEqual({ kind: 'saved-except', fieldCount: 1 })
})

type Reply = (change: DraftChange) => DraftAnswer

const ok: Reply = (change) => {
  const draft = sampleDraft()
  const script = change.script ?? draft.script
  return { kind: 'ok', value: { draft: { ...draft, script, version: (change.version ?? 0) + 1 } } }
}

function refused(code: string): DraftAnswer {
  const problem = { type: 'about:blank', title: code, status: 409, code, detail: 'No.' }
  return { kind: 'refused', problem }
}

function openStore(options: {
  answers: (DraftAnswer | Reply)[]
  draft?: Draft
  newest?: Draft
  storage?: Map<string, string>
  debounceMs?: number
}) {
  const { answers, newest = sampleDraft(), storage = new Map<string, string>() } = options
  const sent: DraftChange[] = []
  const controller = new AbortController()
  controllers.push(controller)
  const store = new DraftStore(options.draft ?? sampleDraft(), {
    api: {
      changeDraft: async (_draftId, change) => {
        sent.push(change)
        const answer = answers.shift()
        if (answer === undefined) throw new Error('Cannot answer: no answer is left')
        return typeof answer === 'function' ? answer(change) : answer
      },
      readDraft: async () => ({ kind: 'ok', value: { draft: newest } }),
    },
    unsavedCopies: new UnsavedCopies({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => storage.set(key, value),
      removeItem: (key) => storage.delete(key),
    }),
    signal: controller.signal,
    debounceMs: options.debounceMs ?? 5,
    retryMs: 5,
  })
  return { store, sent }
}

function type(store: DraftStore, caption: string): void {
  store.dispatch({ type: 'scene-changed', sceneId: 'aaaa', change: { caption } })
}
