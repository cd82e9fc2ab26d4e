import { useId } from 'react'
import type { Draft } from '../../../shared/draft.ts'
import { hashOf } from '../route.ts'
import { DeleteButton } from './delete-button.tsx'
import { DraftPoster } from './draft-poster.tsx'
import { draftStatusOf } from './draft-status.ts'

export function DraftCard({ draft, onDeleted }: { draft: Draft; onDeleted: () => void }) {
  const status = draftStatusOf(draft)
  const title = draft.title === '' ? 'Untitled video' : draft.title
  const statusId = useId()
  return (
    <div className="draft-card">
      <a
        className="draft-card-link"
        href={hashOf({ screen: 'draft', draftId: draft.id })}
        aria-describedby={statusId}
        data-testid="draft-card"
      >
        <DraftPoster draft={draft} />
        <span className="draft-card-title" dir="auto">
          {title}
        </span>
      </a>
      <div className="draft-card-foot">
        <span className={`chip chip-${status.tone}`} id={statusId} data-testid="draft-status">
          {status.text}
        </span>
        <DeleteButton draftId={draft.id} title={title} onDeleted={onDeleted} />
      </div>
    </div>
  )
}
