import { useState } from 'react'
import { DraftCard } from './draft-card.tsx'
import type { DraftListState } from './draft-list-store.ts'

type DraftGridProps = {
  state: DraftListState
  onLoadMore: () => Promise<void>
  onDeleted: (draftId: string) => void
}

export function DraftGrid(props: DraftGridProps) {
  const { state } = props
  return (
    <section className="videos" aria-labelledby="videos-title" aria-busy={state.kind === 'loading'}>
      <h2 id="videos-title">Your videos</h2>
      <GridContent {...props} />
    </section>
  )
}

function GridContent({ state, onLoadMore, onDeleted }: DraftGridProps) {
  switch (state.kind) {
    case 'loading':
      return (
        <div className="draft-grid" aria-hidden="true">
          {[1, 2, 3, 4].map((place) => (
            <div key={place} className="poster shimmer" />
          ))}
        </div>
      )
    case 'failed':
      return <p className="soft">{state.sentence}</p>
    case 'loaded':
      return (
        <>
          <ul className="draft-grid">
            {state.drafts.map((draft) => (
              <li key={draft.id}>
                <DraftCard draft={draft} onDeleted={() => onDeleted(draft.id)} />
              </li>
            ))}
          </ul>
          {state.nextCursor !== null && <MoreButton onLoadMore={onLoadMore} />}
        </>
      )
  }
}

function MoreButton({ onLoadMore }: { onLoadMore: () => Promise<void> }) {
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    await onLoadMore()
    setLoading(false)
  }
  return (
    <button type="button" className="button more" disabled={isLoading} onClick={() => void load()}>
      {isLoading ? 'Loading…' : 'Show older videos'}
    </button>
  )
}
