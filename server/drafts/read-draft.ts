import type { Draft } from '../../shared/draft.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { selectDrafts } from './select-drafts.ts'

/** A draft of the account as it is now. */
export async function readDraft(
  sql: Sql,
  draft: { id: string; accountId: string },
): Promise<Draft | undefined> {
  const [found] = await selectDrafts(
    sql,
    sql`where id = ${draft.id} and account_id = ${draft.accountId}`,
  )
  return found?.draft
}
