import type { Sql } from './connect.ts'

/**
 * Listens on a channel over a connection of its own, which the driver renews after a loss. What was
 * notified meanwhile is lost, so `onConnected` runs after every (re)connect: look at the rows again.
 */
export async function listen(
  sql: Sql,
  channel: string,
  callbacks: { onHint: (payload: string) => void; onConnected: () => void },
): Promise<void> {
  await sql.listen(channel, callbacks.onHint, callbacks.onConnected)
}
