import { ConfirmDialog } from './confirm-dialog.tsx'

type DeleteDraftDialogProps = { title: string; onAnswer: (isConfirmed: boolean) => void }

/** Asks before a draft is deleted; without a title it is the one on the screen. */
export function DeleteDraftDialog({ title, onAnswer }: DeleteDraftDialogProps) {
  return (
    <ConfirmDialog
      title={title === '' ? 'Delete this video?' : `Delete “${title}”?`}
      confirmLabel="Delete"
      cancelLabel="Keep it"
      onAnswer={onAnswer}
    >
      The script and the published video are removed for good.
    </ConfirmDialog>
  )
}
