import type { Sql, Transaction } from '../postgres/connect.ts'
import { endRender } from '../postgres/end-render.ts'
import { startRender } from '../postgres/start-render.ts'
import { insertAccount, insertReadyDraft } from './test-rows.ts'

export type TestRender = { accountId: string; draftId: string; renderId: string }

/** An account with a ready draft whose render has just been started: one `plan` job is queued. */
export async function startTestRender(sql: Sql): Promise<TestRender> {
  return startRenderOf(sql, await insertAccount(sql))
}

/** Another ready draft of an account with its render just started. */
export async function startRenderOf(sql: Sql, accountId: string): Promise<TestRender> {
  const draftId = await insertReadyDraft(sql, { accountId })
  const started = await startRender(sql, { id: draftId, accountId })
  if (started.outcome !== 'started') throw new Error(`Cannot start the render: ${started.outcome}`)
  return { accountId, draftId, renderId: started.renderId }
}

/** Publishes a video without files and ends its render, as the node that assembled it does. */
export async function publishTestRender(
  tx: Transaction,
  { renderId, draftId }: TestRender,
): Promise<boolean> {
  const [output] = await tx<{ id: string }[]>`
    insert into outputs (
      render_id, draft_id, video_file, poster_file, sha256, bytes, frame_count, fps, width, height
    )
    values (${renderId}, ${draftId}, 'v', 'p', '', 1, 60, 30, 1080, 1920)
    returning id`
  if (!output) throw new Error('Cannot insert the output')
  await tx`update drafts set output_id = ${output.id}, version = version + 1 where id = ${draftId}`
  return endRender(tx, renderId, { state: 'done' })
}

/** Lets a node that nobody hears of hold all queued jobs of a render. */
export async function holdJobs(sql: Sql, renderId: string): Promise<void> {
  await sql`
    update jobs
    set
      state = 'processing',
      attempts = 1,
      claimed_at = clock_timestamp(),
      lease_owner = gen_random_uuid(),
      lease_token = gen_random_uuid(),
      lease_expires_at = clock_timestamp() + interval '30 seconds'
    where render_id = ${renderId} and state = 'queued'`
}

/** Puts every lease into the past, as if their nodes had been silent for a minute. */
export async function lapseLeases(sql: Sql): Promise<void> {
  await sql`
    update jobs
    set lease_expires_at = clock_timestamp() - interval '1 minute'
    where state = 'processing'`
}

/** What the ledger says about a render, oldest first. */
export async function ledgerOf(
  sql: Sql,
  renderId: string,
): Promise<{ kind: string; amount: number; life: number }[]> {
  const rows = await sql<{ kind: string; amount: number; life: number }[]>`
    select kind, amount, life from ledger where render_id = ${renderId} order by created_at, id`
  return [...rows]
}

export async function balanceOf(sql: Sql, accountId: string): Promise<number | undefined> {
  const [account] = await sql<{ balance: number }[]>`
    select balance from accounts where id = ${accountId}`
  return account?.balance
}
