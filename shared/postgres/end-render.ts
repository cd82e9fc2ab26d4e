import type { Fault } from '../problem.ts'
import type { Transaction } from './connect.ts'
import { withdrawJobs } from './end-jobs.ts'
import { notifyChange } from './notify-change.ts'
import { resolveCredits } from './resolve-credits.ts'

export type RenderEnd =
  | { state: 'done' }
  | { state: 'cancelled' }
  | { state: 'failed'; fault: Fault; evidence?: unknown }

type EndedRender = { draftId: string; accountId: string; price: number; life: number }

/**
 * The only way a render ends, whoever ends it: compare-and-swap on "still running", its credits kept
 * or given back, queued jobs of the render withdrawn, running ones told to stop. False when somebody
 * else has ended it already. A render whose cancellation was asked for does not fail: it is cancelled.
 * A transaction that ends more than one calls `endRenders`.
 */
export async function endRender(
  tx: Transaction,
  renderId: string,
  end: RenderEnd,
): Promise<boolean> {
  const ended = await writeEnd(tx, renderId, end)
  if (!ended) return false
  await withdrawJobs(tx, { renderId })
  await resolveCredits(tx, { ...ended, renderId }, end.state === 'done' ? 'capture' : 'refund')
  await notifyChange(tx, ended.draftId)
  return true
}

/**
 * Ends several renders in one transaction. All of them are locked before any account, and accounts in
 * one order, so that it may wait for others who end or start renders but never in a circle. Of two
 * ends of one render the first counts.
 */
export async function endRenders(
  tx: Transaction,
  ends: { renderId: string; end: RenderEnd }[],
): Promise<void> {
  const endOf = new Map(ends.toReversed().map(({ renderId, end }) => [renderId, end]))
  const locked = await tx<{ id: string }[]>`
    with locked as materialized (
      select id, account_id from renders
      where id = any (${[...endOf.keys()]}::uuid[])
      order by id
      for update
    )
    select id from locked order by account_id, id`
  for (const { id } of locked) {
    const end = endOf.get(id)
    if (end) await endRender(tx, id, end)
  }
}

async function writeEnd(
  tx: Transaction,
  renderId: string,
  end: RenderEnd,
): Promise<EndedRender | undefined> {
  const fault = end.state === 'failed' ? tx.json(end.fault) : null
  const evidence = end.state === 'failed' ? tx.json((end.evidence ?? null) as never) : null
  const isForgiven = tx`(${end.state} = 'failed' and cancel_requested_at is not null)`
  const [ended] = await tx<EndedRender[]>`
    update renders
    set
      state = case when ${isForgiven} then 'cancelled' else ${end.state} end,
      stage = 'ended',
      fault = case when ${isForgiven} then null else ${fault}::jsonb end,
      evidence = ${evidence},
      frames_done = case when ${end.state} = 'done' then frame_count else frames_done end,
      finished_at = clock_timestamp(),
      last_sign_at = clock_timestamp(),
      version = version + 1
    where id = ${renderId} and state in ('queued', 'processing')
    returning draft_id as "draftId", account_id as "accountId", price, life`
  return ended
}
