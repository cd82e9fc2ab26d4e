import type { Fault } from '../problem.ts'
import type { Transaction } from './connect.ts'
import { notifyChange } from './notify-change.ts'

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
  await withdrawJobs(tx, renderId)
  await notifyChange(tx, ended.draft_id)
  return true
}

// Rows that others hold are skipped: they are being claimed, renewed or finished, and each of those
// looks at the render itself and finds it ended.
async function withdrawJobs(tx: Transaction, renderId: string): Promise<void> {
  await tx`
    with mine as materialized (
      select id, state from jobs where render_id = ${renderId} order by id for update skip locked
    ),
    withdrawn as (
      delete from jobs using mine
      where jobs.id = mine.id and mine.state <> 'processing'
      returning jobs.*
    ),
    flagged as (
      update jobs set cancel_requested = true from mine
      where jobs.id = mine.id and mine.state = 'processing'
    )
    insert into job_history
      (id, kind, lane, account_id, draft_id, render_id, outcome, attempts, crashes, created_at, claimed_at)
    select id, kind, lane, account_id, draft_id, render_id, 'cancelled', attempts, crashes, created_at, claimed_at
    from withdrawn`
}
