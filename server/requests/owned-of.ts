import type { AppContext } from '../server-context.ts'

export type Owned = { id: string; accountId: string }

/** The id in a route's path with the account that asks; undefined when it cannot be one of our ids. */
export function ownedOf(c: AppContext): Owned | undefined {
  const id = c.req.param('id')?.toLowerCase() ?? ''
  const isOurs = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  return isOurs ? { id, accountId: c.get('accountId') } : undefined
}
