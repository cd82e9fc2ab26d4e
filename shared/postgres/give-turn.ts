import type { Transaction } from './connect.ts'
import type { RenderInQueue } from './enqueue-job.ts'
import { nextVirtualStart } from './insert-jobs.ts'

/**
 * Gives a render its place in its lane: after all that its account has there, but no later than what
 * the lane does now. For a render that begins, or begins again.
 */
export async function giveTurn(tx: Transaction, renderId: string): Promise<RenderInQueue> {
  const [render] = await tx<Omit<RenderInQueue, 'virtualStart'>[]>`
    select
      id, draft_id as "draftId", account_id as "accountId", lane, frame_count as "frameCount"
    from renders
    where id = ${renderId}
    for update`
  if (!render) throw new Error('Cannot give a turn: the render is gone')
  const virtualStart = await nextVirtualStart(tx, render)
  await tx`update renders set virtual_start = ${virtualStart} where id = ${renderId}`
  return { ...render, virtualStart }
}
