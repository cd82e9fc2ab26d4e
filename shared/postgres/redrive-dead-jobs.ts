import type { Sql, Transaction } from './connect.ts'
import { enqueueJobs, type NewJob } from './enqueue-job.ts'
import { notifyChange } from './notify-change.ts'

export type DeadJobs = { id: number } | { kind: string } | 'all'
export type Redrive = { jobId: number; kind: string; outcome: 'redriven' | 'moved on' }

type DeadJob = {
  id: number
  kind: string
  accountId: string
  draftId: string
  renderId: string | null
}

/**
 * Gives dead jobs another life with fresh budgets, and with each its failed render or draft. A job
 * whose render was followed by another one, or whose draft is no longer failed or is gone, stays
 * dead: `moved on`.
 */
export async function redriveDeadJobs(sql: Sql, which: DeadJobs): Promise<Redrive[]> {
  const redrives: Redrive[] = []
  for (const id of await idsOf(sql, which)) {
    const redrive = await sql.begin((tx) => redriveOne(tx, id))
    if (redrive) redrives.push(redrive)
  }
  return redrives
}

async function idsOf(sql: Sql, which: DeadJobs): Promise<number[]> {
  if (which !== 'all' && 'id' in which) return [which.id]
  const rows = await sql<{ id: number }[]>`
    select id from dead_letters
    where ${which === 'all' ? sql`true` : sql`kind = ${which.kind}`}
    order by id`
  return rows.map((row) => row.id)
}

async function redriveOne(tx: Transaction, id: number): Promise<Redrive | undefined> {
  const [job] = await tx<DeadJob[]>`
    select id, kind, account_id as "accountId", draft_id as "draftId", render_id as "renderId"
    from dead_letters
    where id = ${id}
    for update`
  if (!job) return undefined
  const { kind, renderId } = job
  const isRevived = renderId
    ? await reviveRender(tx, { ...job, renderId })
    : await reviveDraft(tx, job)
  return { jobId: id, kind, outcome: isRevived ? 'redriven' : 'moved on' }
}

// Its other jobs were withdrawn when it failed, so what is missing is read from the render itself,
// and all of its dead jobs are answered by that.
async function reviveRender(
  tx: Transaction,
  job: DeadJob & { renderId: string },
): Promise<boolean> {
  const [render] = await tx<{ isPlanned: boolean }[]>`
    update renders
    set
      state = 'processing',
      stage = case when composition is null then 'planning' else 'rendering' end,
      parts_left = (
        select count(*) from render_parts where render_id = renders.id and file is null
      ),
      fault = null,
      evidence = null,
      finished_at = null,
      version = version + 1
    where id = ${job.renderId}
      and state = 'failed'
      and not exists (
        select from renders as later
        where later.draft_id = renders.draft_id and later.created_at > renders.created_at
      )
    returning composition is not null as "isPlanned"`
  if (!render) return false
  await tx`delete from dead_letters where render_id = ${job.renderId}`
  await enqueueJobs(tx, await missingJobs(tx, job, render.isPlanned))
  await notifyChange(tx, job.draftId)
  return true
}

async function missingJobs(
  tx: Transaction,
  job: DeadJob & { renderId: string },
  isPlanned: boolean,
): Promise<NewJob[]> {
  const { accountId, draftId, renderId } = job
  if (!isPlanned) return [{ kind: 'plan', accountId, draftId, renderId }]
  const parts = await tx<{ kind: 'chunk' | 'sound'; position: number }[]>`
    select kind, position from render_parts
    where render_id = ${renderId} and file is null
    order by position`
  if (parts.length === 0) return [{ kind: 'assemble', accountId, draftId, renderId }]
  return parts.map(({ kind, position }) => ({ kind, position, accountId, draftId, renderId }))
}

async function reviveDraft(tx: Transaction, job: DeadJob): Promise<boolean> {
  const revived = await tx`
    update drafts
    set state = 'writing', fault = null, version = version + 1, updated_at = clock_timestamp()
    where id = ${job.draftId} and state = 'failed'
    returning id`
  if (revived.length === 0) return false
  await tx`delete from dead_letters where id = ${job.id}`
  const { accountId, draftId } = job
  await enqueueJobs(tx, [{ kind: 'script', accountId, draftId }])
  await notifyChange(tx, draftId)
  return true
}
