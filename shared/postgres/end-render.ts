import type { Fault } from '../problem.ts'
import type { Transaction } from './connect.ts'
import { notifyChange } from './notify-change.ts'
import { withdrawJobs } from './withdraw-jobs.ts'

export type RenderEnd =
  | { state: 'done' }
  | { state: 'cancelled' }
  | { state: 'failed'; fault: Fault; evidence?: unknown }

/**
 * The only way a render ends, whoever ends it: compare-and-swap on "still running", queued jobs of
 * the render withdrawn, running ones told to stop. False when somebody else has ended it already.
 */
export async function endRender(
  tx: Transaction,
  renderId: string,
  end: RenderEnd,
): Promise<boolean> {
  const fault = end.state === 'failed' ? tx.json(end.fault) : null
  const evidence = end.state === 'failed' ? tx.json((end.evidence ?? null) as never) : null
  const [ended] = await tx<{ draft_id: string }[]>`
    update renders
    set
      state = ${end.state},
      stage = 'ended',
      fault = ${fault},
      evidence = ${evidence},
      frames_done = case when ${end.state} = 'done' then frame_count else frames_done end,
      finished_at = clock_timestamp(),
      last_sign_at = clock_timestamp(),
      version = version + 1
    where id = ${renderId} and state in ('queued', 'processing')
    returning draft_id`
  if (!ended) return false
  await withdrawJobs(tx, { renderId })
  await notifyChange(tx, ended.draft_id)
  return true
}
