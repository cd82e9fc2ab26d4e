import type { Fault } from '../problem.ts'
import type { Transaction } from './connect.ts'
import { notifyChange } from './notify-change.ts'

/** The only way the writing of a draft's script fails. Nothing happens unless it is being written. */
export async function failDraft(tx: Transaction, draftId: string, fault: Fault): Promise<void> {
  await tx`
    update drafts
    set state = 'failed', fault = ${tx.json(fault)}, version = version + 1, updated_at = clock_timestamp()
    where id = ${draftId} and state = 'writing'`
  await notifyChange(tx, draftId)
}
