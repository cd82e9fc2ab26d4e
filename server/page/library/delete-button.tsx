import { useState } from 'react'
import { DeleteDraftDialog } from '../delete-draft-dialog.tsx'
import { Icon } from '../icon.tsx'
import { usePageServices } from '../page-services.ts'
import { sentenceOf } from '../sentence-of.ts'

type DeleteButtonProps = { draftId: string; title: string; onDeleted: () => void }
type Deletion = { kind: 'idle' | 'asking' | 'sending' } | { kind: 'refused'; sentence: string }

export function DeleteButton({ draftId, title, onDeleted }: DeleteButtonProps) {
  const { api, unsavedCopies } = usePageServices()
  const [deletion, setDeletion] = useState<Deletion>({ kind: 'idle' })
  const answerQuestion = async (isConfirmed: boolean) => {
    if (!isConfirmed) return setDeletion({ kind: 'idle' })
    setDeletion({ kind: 'sending' })
    const answer = await api.deleteDraft(draftId)
    if (answer.kind !== 'ok') return setDeletion({ kind: 'refused', sentence: sentenceOf(answer) })
    unsavedCopies.remove(draftId)
    onDeleted()
  }
  return (
    <>
      <button
        type="button"
        className="icon-button delete-button"
        aria-label={`Delete ${title}`}
        title="Delete"
        disabled={deletion.kind === 'sending'}
        onClick={() => setDeletion({ kind: 'asking' })}
      >
        <Icon name="trash" />
      </button>
      {deletion.kind === 'refused' && (
        <p className="field-error" role="alert">
          {deletion.sentence}
        </p>
      )}
      {deletion.kind === 'asking' && (
        <DeleteDraftDialog
          title={title}
          onAnswer={(isConfirmed) => void answerQuestion(isConfirmed)}
        />
      )}
    </>
  )
}
