import type { Transaction } from './connect.ts'

/**
 * Takes the queued jobs of a render or a draft out of the queue and flags the running ones. Rows that
 * others hold are skipped: they are being claimed, renewed or finished, and each of those looks at
 * the render or draft itself and finds it ended or gone.
 */
export async function withdrawJobs(
  tx: Transaction,
  owner: { renderId: string } | { draftId: string },
): Promise<void> {
  const isOwned =
    'renderId' in owner ? tx`render_id = ${owner.renderId}` : tx`draft_id = ${owner.draftId}`
  await tx`
    with mine as materialized (
      select id, state from jobs where ${isOwned} order by id for update skip locked
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
    select
      id, kind, lane, account_id, draft_id, render_id, 'cancelled', attempts, crashes, created_at, claimed_at
    from withdrawn`
}
