import type { Sql } from '../postgres/connect.ts'
import { startRender } from '../postgres/start-render.ts'
import { insertAccount, insertReadyDraft } from './test-rows.ts'

/** An account with a ready draft whose render has just been started: one `plan` job is queued. */
export async function startTestRender(
  sql: Sql,
): Promise<{ accountId: string; draftId: string; renderId: string }> {
  const accountId = await insertAccount(sql)
  const draftId = await insertReadyDraft(sql, { accountId })
  const started = await startRender(sql, { id: draftId, accountId })
  if (started.outcome !== 'started') throw new Error('Cannot start the render')
  return { accountId, draftId, renderId: started.renderId }
}

/** Puts every lease into the past, as if their nodes had been silent for a minute. */
export async function lapseLeases(sql: Sql): Promise<void> {
  await sql`
    update jobs
    set lease_expires_at = clock_timestamp() - interval '1 minute'
    where state = 'processing'`
}
