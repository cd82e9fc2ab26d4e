import { hashOf } from '../route.ts'
import { DraftWorkspace } from './draft-workspace.tsx'
import { useDraft } from './use-draft.ts'

export function DraftScreen({ draftId }: { draftId: string }) {
  const load = useDraft(draftId)
  switch (load.kind) {
    case 'loading':
      return <main className="notice" aria-busy="true" />
    case 'unreachable':
      return (
        <main className="notice" aria-busy="true">
          <h1>Waiting for Makara</h1>
          <p>It cannot be reached right now. This page opens by itself as soon as it answers.</p>
        </main>
      )
    case 'missing':
      return (
        <main className="notice">
          <h1>This video is not here</h1>
          <p>{load.sentence}</p>
          <a className="button" href={hashOf({ screen: 'library' })}>
            Back to your videos
          </a>
        </main>
      )
    case 'loaded':
      return <DraftWorkspace store={load.store} />
  }
}
