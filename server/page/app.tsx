import { useEffect, useSyncExternalStore } from 'react'
import { ConnectionBanner } from './connection-banner.tsx'
import { DraftScreen } from './draft/draft-screen.tsx'
import { LibraryScreen } from './library/library-screen.tsx'
import { PageHeader } from './page-header.tsx'
import { usePageServices } from './page-services.ts'
import type { Route } from './route.ts'
import type { SessionState } from './session-store.ts'
import { SignedOut } from './signed-out.tsx'

export function App() {
  const { router, session } = usePageServices()
  const route = useSyncExternalStore(router.subscribe, router.route)
  const state = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => {
    const controller = new AbortController()
    router.start(controller.signal)
    session.start(controller.signal)
    return () => controller.abort()
  }, [router, session])
  return (
    <>
      <PageHeader session={state.kind === 'signed-in' ? state.session : null} />
      <ConnectionBanner />
      <Screen route={route} state={state} />
    </>
  )
}

function Screen({ route, state }: { route: Route; state: SessionState }) {
  switch (state.kind) {
    case 'loading':
      return <main className="notice" aria-busy="true" />
    case 'signed-out':
      return <SignedOut />
    case 'signed-in':
      return route.screen === 'library' ? (
        <LibraryScreen writer={state.session.writer} startKind={route.startKind ?? null} />
      ) : (
        <DraftScreen key={route.draftId} draftId={route.draftId} />
      )
  }
}
