import type { Sql, Transaction } from './connect.ts'
import { withdrawJobs } from './end-jobs.ts'

export type DeleteDraftAnswer = 'deleted' | 'render running' | 'not found'

/**
 * Deletes a draft with its renders and withdraws its jobs, unless a render is running. The files of
 * its videos stay until a later clean-up.
 */
export async function deleteDraft(
  sql: Sql,
  draft: { id: string; accountId: string },
): Promise<DeleteDraftAnswer> {
  return sql.begin(async (tx) => {
    // Whoever starts a render holds the row too, so that the next statement sees that render.
    const [held] = await tx`
      select id from drafts
      where id = ${draft.id} and account_id = ${draft.accountId}
      for update`
    if (!held) return 'not found'
    if (!(await deleteUnlessRendering(tx, draft.id))) return 'render running'
    await withdrawJobs(tx, { draftId: draft.id })
    return 'deleted'
  })
}

async function deleteUnlessRendering(tx: Transaction, draftId: string): Promise<boolean> {
  const deleted = await tx`
    delete from drafts
    where id = ${draftId}
      and not exists (
        select from renders
        where draft_id = ${draftId} and state in ('queued', 'processing')
      )
    returning id`
  return deleted.length === 1
}
