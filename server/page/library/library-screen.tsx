import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Session } from '../api-client.ts'
import { usePageServices } from '../page-services.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import { DraftGrid } from './draft-grid.tsx'
import { DraftListStore } from './draft-list-store.ts'
import { HowItWorks } from './how-it-works.tsx'
import { NewVideoForm } from './new-video-form.tsx'

type LibraryScreenProps = { writer: Session['writer']; startKind: 'text' | null }

export function LibraryScreen({ writer, startKind }: LibraryScreenProps) {
  const { api } = usePageServices()
  const [store] = useState(() => new DraftListStore(api))
  const state = useSyncExternalStore(store.subscribe, store.state)
  useDocumentTitle('')
  useEffect(() => {
    const controller = new AbortController()
    store.start(controller.signal)
    return () => controller.abort()
  }, [store])

  const isEmpty = state.kind === 'loaded' && state.drafts.length === 0
  return (
    <main className="library">
      <NewVideoForm key={startKind} writer={writer} startKind={startKind} />
      {isEmpty ? (
        <HowItWorks />
      ) : (
        <DraftGrid
          state={state}
          onLoadMore={() => store.loadMore()}
          onDeleted={(draftId) => store.remove(draftId)}
        />
      )}
    </main>
  )
}
