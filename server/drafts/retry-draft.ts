import type { Sql } from '../../shared/postgres/connect.ts'
import { enqueueJobs, scriptJob } from '../../shared/postgres/enqueue-job.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'

export type RetryDraftAnswer = 'retried' | 'not failed' | 'not found'

/** Writes the script of a failed draft anew. */
export async function retryDraft(
  sql: Sql,
  draft: { id: string; accountId: string },
): Promise<RetryDraftAnswer> {
  return sql.begin(async (tx) => {
    const retried = await tx`
      update drafts
      set
        state = 'writing',
        fault = null,
        version = version + 1,
        updated_at = clock_timestamp()
      where id = ${draft.id} and account_id = ${draft.accountId} and state = 'failed'
      returning id`
    if (retried.length === 0) {
      const found = await tx`
        select id from drafts where id = ${draft.id} and account_id = ${draft.accountId}`
      return found.length === 0 ? 'not found' : 'not failed'
    }
    await enqueueJobs(tx, [scriptJob({ accountId: draft.accountId, draftId: draft.id })])
    await notifyChange(tx, draft.id)
    return 'retried'
  })
}
