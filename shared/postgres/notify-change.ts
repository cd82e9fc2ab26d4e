import type { Sql, Transaction } from './connect.ts'

/** Channel of changed drafts and renders. Payload: the draft's id; listeners read the rows anew. */
export const changesChannel = 'makara_changes'

/** Tells every listener to look at the draft again; sent when the transaction commits. */
export async function notifyChange(sql: Sql | Transaction, draftId: string): Promise<void> {
  await sql`select pg_notify(${changesChannel}, ${draftId})`
}
