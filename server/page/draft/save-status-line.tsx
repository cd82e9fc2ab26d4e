import { Icon } from '../icon.tsx'
import { saveStatusOf, type DraftEditor, type SaveStatus } from './draft-editor.ts'
import type { DraftStore } from './draft-store.ts'

type SaveStatusLineProps = { editor: DraftEditor; store: DraftStore }

export function SaveStatusLine({ editor, store }: SaveStatusLineProps) {
  const status = saveStatusOf(editor)
  const isBad = status.kind === 'failed' || status.kind === 'invalid' || status.kind === 'conflict'
  return (
    <div className={isBad ? 'save-status save-status-bad' : 'save-status'}>
      <span role="status" data-testid="save-status" className="save-words">
        {status.kind === 'saved' && <Icon name="check" />}
        {wordsOf(status)}
      </span>
      {status.kind === 'failed' && (
        <button type="button" className="link-button" onClick={() => void store.flush()}>
          Save now
        </button>
      )}
    </div>
  )
}

function wordsOf(status: SaveStatus): string {
  switch (status.kind) {
    case 'saved':
      return 'Saved'
    case 'unsaved':
    case 'saving':
      return 'Saving…'
    case 'invalid':
      return 'Not saved: fix the marked fields'
    case 'conflict':
      return 'Not saved: changed in another window'
    case 'failed':
      return status.willRetry ? 'Not saved yet, trying again…' : `Not saved: ${status.sentence}`
  }
}
