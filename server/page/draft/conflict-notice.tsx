import { Icon } from '../icon.tsx'
import type { DraftAction } from './draft-editor.ts'

export function ConflictNotice({ dispatch }: { dispatch: (action: DraftAction) => void }) {
  return (
    <div className="callout callout-warn" role="alert">
      <Icon name="alert" />
      <p>This video was changed in another window. What you typed here is not saved yet.</p>
      <div className="callout-buttons">
        <button type="button" className="button" onClick={() => dispatch({ type: 'mine-kept' })}>
          Keep mine
        </button>
        <button
          type="button"
          className="button"
          onClick={() => dispatch({ type: 'theirs-loaded' })}
        >
          Load the newer version
        </button>
      </div>
    </div>
  )
}
