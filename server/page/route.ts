export type Route = { screen: 'library' } | { screen: 'draft'; draftId: string }

/** Reads a screen from `location.hash`; anything unknown is the library. */
export function parseRoute(hash: string): Route {
  const draftId = /^#\/drafts\/([\w-]+)$/.exec(hash)?.[1]
  return draftId === undefined ? { screen: 'library' } : { screen: 'draft', draftId }
}

export function hashOf(route: Route): string {
  return route.screen === 'library' ? '#/' : `#/drafts/${route.draftId}`
}
