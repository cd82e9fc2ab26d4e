/** A screen; `startKind` opens the library with that kind of source chosen for a new video. */
export type Route = { screen: 'library'; startKind?: 'text' } | { screen: 'draft'; draftId: string }

/** Reads a screen from `location.hash`; anything unknown is the library. */
export function parseRoute(hash: string): Route {
  if (hash === '#/new/text') return { screen: 'library', startKind: 'text' }
  const draftId = /^#\/drafts\/([\w-]+)$/.exec(hash)?.[1]
  return draftId === undefined ? { screen: 'library' } : { screen: 'draft', draftId }
}

export function hashOf(route: Route): string {
  if (route.screen === 'draft') return `#/drafts/${route.draftId}`
  return route.startKind === undefined ? '#/' : '#/new/text'
}
