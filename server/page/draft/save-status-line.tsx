import { formatCount } from '../format-quantity.ts'
import { Icon } from '../icon.tsx'
import { saveStatusOf, type DraftEditor, type SaveStatus } from './draft-editor.ts'
import type { DraftStore } from './draft-store.ts'

const badKinds: ReadonlySet<SaveStatus['kind']> = new Set([
  'failed',
  'blocked',
  'saved-except',
  'conflict',
])

type SaveStatusLineProps = { editor: DraftEditor; store: DraftStore }

export function SaveStatusLine({ editor, store }: SaveStatusLineProps) {
  const status = saveStatusOf(editor)
  const isBad = badKinds.has(status.kind)
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
    case 'saved-except':
      return `Saved, except ${formatCount(status.fieldCount, 'field')}`
    case 'blocked':
      return 'Not saved: fix the marked fields'
    case 'conflict':
      return 'Not saved: changed in another window'
    case 'failed':
      return status.willRetry ? 'Not saved yet, trying again…' : `Not saved: ${status.sentence}`
  }
}
