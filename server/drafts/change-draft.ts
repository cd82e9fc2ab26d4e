import type { DraftChange } from '../../shared/draft.ts'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'

export type ChangeDraftAnswer = 'changed' | 'moved on' | 'writing' | 'not found'

/**
 * Applies a person's change. With a version it applies only to that version of the draft; a script
 * is not taken while another is being written.
 */
export async function changeDraft(
  sql: Sql,
  draft: { id: string; accountId: string },
  change: DraftChange,
): Promise<ChangeDraftAnswer> {
  return sql.begin(async (tx) => {
    if (!(await updateIfUnmoved(tx, draft, change))) return explainRefusal(tx, draft, change)
    await notifyChange(tx, draft.id)
    return 'changed'
  })
}

async function updateIfUnmoved(
  tx: Transaction,
  draft: { id: string; accountId: string },
  change: DraftChange,
): Promise<boolean> {
  const hasScript = change.script !== undefined
  const changed = await tx`
    update drafts
    set
      format = coalesce(${change.format ?? null}, format),
      language = coalesce(${change.language ?? null}, language),
      sound = coalesce(${change.sound ?? null}, sound),
      brand = coalesce(${change.brand ? tx.json(change.brand) : null}::jsonb, brand),
      script = coalesce(${change.script ? tx.json(change.script) : null}::jsonb, script),
      title = coalesce(${change.script?.title ?? null}, title),
      script_by = case when ${hasScript} then 'person' else script_by end,
      state = case when ${hasScript} then 'ready' else state end,
      fault = case when ${hasScript} then null else fault end,
      version = version + 1,
      updated_at = clock_timestamp()
    where id = ${draft.id}
      and account_id = ${draft.accountId}
      and version = coalesce(${change.version ?? null}, version)
      and (state <> 'writing' or not ${hasScript})
    returning id`
  return changed.length === 1
}

async function explainRefusal(
  tx: Transaction,
  draft: { id: string; accountId: string },
  change: DraftChange,
): Promise<ChangeDraftAnswer> {
  const [found] = await tx<{ version: number }[]>`
    select version from drafts where id = ${draft.id} and account_id = ${draft.accountId}`
  if (!found) return 'not found'
  const hasMovedOn = change.version !== undefined && change.version !== found.version
  return hasMovedOn ? 'moved on' : 'writing'
}
