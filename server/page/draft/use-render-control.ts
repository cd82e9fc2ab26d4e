import { useState } from 'react'
import { usePageServices } from '../page-services.ts'
import { randomUuid } from '../random-uuid.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { DraftContent } from './draft-content.ts'
import { saveStatusOf } from './draft-editor.ts'
import type { DraftStore } from './draft-store.ts'

type ControlState =
  | { kind: 'idle' }
  | { kind: 'busy' }
  /** Said about this content: an edit may well have made it untrue. */
  | { kind: 'refused'; sentence: string; content: DraftContent }

/** Starts a render of what the editor shows, saving it first, and cancels one. */
export function useRenderControl(store: DraftStore) {
  const { api } = usePageServices()
  const [state, setState] = useState<ControlState>({ kind: 'idle' })
  const draftId = store.editor().server.id
  const refuse = (sentence: string) =>
    setState({ kind: 'refused', sentence, content: store.editor().edited })

  const start = async () => {
    setState({ kind: 'busy' })
    if (!(await store.flush())) {
      focusFirstInvalid()
      return refuse(whyNotSaved(store))
    }
    const answer = await api.startRender(draftId, { idempotencyKey: randomUuid() })
    if (answer.kind === 'ok') {
      store.dispatch({ type: 'render-changed', render: answer.value.render })
    } else if (answer.kind === 'refused' && answer.problem.code === 'render_running') {
      const running = await api.readDraft(draftId)
      if (running.kind === 'ok') store.dispatch({ type: 'received', draft: running.value.draft })
    } else {
      return refuse(sentenceOf(answer))
    }
    setState({ kind: 'idle' })
  }

  const cancel = async (renderId: string) => {
    setState({ kind: 'busy' })
    const answer = await api.cancelRender(renderId)
    if (answer.kind !== 'ok') return refuse(sentenceOf(answer))
    store.dispatch({ type: 'render-changed', render: answer.value.render })
    setState({ kind: 'idle' })
  }

  return { state, start, cancel }
}

function whyNotSaved(store: DraftStore): string {
  const status = saveStatusOf(store.editor())
  switch (status.kind) {
    case 'failed':
      return `Your last edit is not saved yet, so nothing was rendered. ${status.sentence}`
    case 'conflict':
      return 'Choose above which version to keep, then render.'
    case 'blocked':
    case 'saved-except':
    case 'unsaved':
    case 'saving':
    case 'saved':
      return 'Fix the marked fields first, then render.'
  }
}

function focusFirstInvalid(): void {
  document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
}
