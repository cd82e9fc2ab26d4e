import type { Sql, Transaction } from './connect.ts'
import { endRender } from './end-render.ts'
import { notifyChange } from './notify-change.ts'

export type CancelAnswer = 'cancelled' | 'requested' | 'publishing' | 'ended' | 'not found'

/**
 * Cancels an account's render. A render that no node works on ends at once; otherwise it is flagged
 * and the node's next heartbeat answer stops it. A render that is publishing can no longer be
 * cancelled.
 */
export async function cancelRender(
  sql: Sql,
  render: { id: string; accountId: string },
): Promise<CancelAnswer> {
  return sql.begin(async (tx) => {
    const answer = await requestCancel(tx, render)
    if (answer !== 'requested' || (await isHeld(tx, render.id))) return answer
    await endRender(tx, render.id, { state: 'cancelled' })
    return 'cancelled'
  })
}

async function requestCancel(
  tx: Transaction,
  render: { id: string; accountId: string },
): Promise<CancelAnswer> {
  const [flagged] = await tx<{ draft_id: string }[]>`
    update renders
    set
      cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
      version = version + 1
    where id = ${render.id}
      and account_id = ${render.accountId}
      and state in ('queued', 'processing')
      and stage <> 'publishing'
    returning draft_id`
  if (flagged) {
    await notifyChange(tx, flagged.draft_id)
    return 'requested'
  }
  const [found] = await tx<{ stage: string }[]>`
    select stage from renders where id = ${render.id} and account_id = ${render.accountId}`
  if (!found) return 'not found'
  return found.stage === 'publishing' ? 'publishing' : 'ended'
}

async function isHeld(tx: Transaction, renderId: string): Promise<boolean> {
  const held = await tx`
    select id from jobs where render_id = ${renderId} and state = 'processing' limit 1`
  return held.length === 1
}
