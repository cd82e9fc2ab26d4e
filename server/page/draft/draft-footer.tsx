import { useState } from 'react'
import type { Draft } from '../../../shared/draft.ts'
import { DeleteDraftDialog } from '../delete-draft-dialog.tsx'
import { Icon } from '../icon.tsx'
import { usePageServices } from '../page-services.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { DraftStore } from './draft-store.ts'

type DraftFooterProps = { draft: Draft; store: DraftStore }
type Deletion = { kind: 'idle' } | { kind: 'asking' } | { kind: 'refused'; sentence: string }

export function DraftFooter({ draft, store }: DraftFooterProps) {
  const { api, router } = usePageServices()
  const [deletion, setDeletion] = useState<Deletion>({ kind: 'idle' })
  const answerQuestion = async (isConfirmed: boolean) => {
    setDeletion({ kind: 'idle' })
    if (!isConfirmed) return
    const answer = await api.deleteDraft(draft.id)
    if (answer.kind !== 'ok') return setDeletion({ kind: 'refused', sentence: sentenceOf(answer) })
    store.discard()
    router.setGuard(null)
    router.go({ screen: 'library' })
  }
  return (
    <footer className="draft-footer">
      <button
        type="button"
        className="link-button link-button-danger"
        onClick={() => setDeletion({ kind: 'asking' })}
      >
        <Icon name="trash" />
        Delete this video
      </button>
      {deletion.kind === 'refused' && (
        <p className="field-error" role="alert">
          {deletion.sentence}
        </p>
      )}
      {deletion.kind === 'asking' && (
        <DeleteDraftDialog title="" onAnswer={(isConfirmed) => void answerQuestion(isConfirmed)} />
      )}
    </footer>
  )
}
