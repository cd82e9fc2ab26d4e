import type { Sql, Transaction } from './connect.ts'
import { answerLetters, type DeadJobs, unansweredIds } from './dead-letters.ts'
import {
  enqueueJobs,
  type NewJob,
  type RenderInQueue,
  renderJob,
  scriptJob,
} from './enqueue-job.ts'
import { giveTurn } from './give-turn.ts'
import { notifyChange } from './notify-change.ts'
import { reserveCredits } from './reserve-credits.ts'

export type Redrive = {
  jobId: number
  kind: string
  outcome: RedriveOutcome
  /** The jobs that were queued instead. */
  newJobIds: number[]
}
type RedriveOutcome = 'redriven' | 'moved on' | 'no credits' | 'answered already'

type DeadJob = {
  id: number
  kind: string
  accountId: string
  draftId: string
  renderId: string | null
  answer: string | null
}

/**
 * Gives dead jobs another life with fresh budgets, and with each its failed render or draft. A job
 * whose render was followed by another one or was to be cancelled, or whose draft is no longer failed
 * or is gone, has nothing to come back to and is put away: `moved on`. One whose account cannot pay
 * for it stays: `no credits`. The list is empty when there is no such dead job.
 */
export async function redriveDeadJobs(sql: Sql, which: DeadJobs): Promise<Redrive[]> {
  const redrives: Redrive[] = []
  const isOne = which !== 'all' && 'id' in which
  for (const id of isOne ? [which.id] : await unansweredIds(sql, which)) {
    const redrive = await sql.begin((tx) => redriveOne(tx, id))
    // One life answers all that died of a render.
    const isNews = isOne || redrive?.outcome !== 'answered already'
    if (redrive && isNews) redrives.push(redrive)
  }
  return redrives
}

async function redriveOne(tx: Transaction, id: number): Promise<Redrive | undefined> {
  // The draft first: whoever starts a render holds it too, and one render may have many dead jobs.
  await tx`
    select id from drafts
    where id = (select draft_id from dead_letters where id = ${id})
    for update`
  const [job] = await tx<DeadJob[]>`
    select
      id, kind, account_id as "accountId", draft_id as "draftId", render_id as "renderId", answer
    from dead_letters
    where id = ${id}
    for update`
  if (!job) return undefined
  const { kind, draftId, renderId } = job
  if (job.answer) return { jobId: id, kind, outcome: 'answered already', newJobIds: [] }
  const outcome = renderId
    ? await reviveRender(tx, { id: renderId, draftId })
    : await reviveDraft(tx, job)
  if (outcome !== 'no credits') await answerLetters(tx, { id, renderId }, outcome)
  const newJobIds = outcome === 'redriven' ? await jobIdsOf(tx, { draftId, renderId }) : []
  return { jobId: id, kind, outcome, newJobIds }
}

async function jobIdsOf(
  tx: Transaction,
  { draftId, renderId }: Pick<DeadJob, 'draftId' | 'renderId'>,
): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from jobs
    where ${renderId ? tx`render_id = ${renderId}` : tx`draft_id = ${draftId} and render_id is null`}
    order by id`
  return rows.map((row) => row.id)
}

type Revival = Exclude<RedriveOutcome, 'answered already'>

// Its other jobs were withdrawn when it failed, so what is missing is read from the render itself.
async function reviveRender(
  tx: Transaction,
  { id, draftId }: { id: string; draftId: string },
): Promise<Revival> {
  await tx`select id from jobs where render_id = ${id} order by id for update`
  const failed = await lockFailedRender(tx, id)
  if (!failed) return 'moved on'
  const { accountId, price } = failed
  const life = failed.life + 1
  const reserved = await reserveCredits(tx, { accountId, renderId: id, life, price })
  if (!reserved.ok) return 'no credits'
  await startLife(tx, id, life)
  // Holders that have not heard of the failure yet would stop the new life: they are superseded.
  await tx`delete from jobs where render_id = ${id}`
  await enqueueJobs(tx, await missingJobs(tx, await giveTurn(tx, id), failed.isPlanned))
  await notifyChange(tx, draftId)
  return 'redriven'
}

async function lockFailedRender(
  tx: Transaction,
  id: string,
): Promise<{ accountId: string; price: number; life: number; isPlanned: boolean } | undefined> {
  const [failed] = await tx<
    { accountId: string; price: number; life: number; isPlanned: boolean }[]
  >`
    select
      account_id as "accountId", price, life, composition is not null as "isPlanned"
    from renders
    where id = ${id}
      and state = 'failed'
      and cancel_requested_at is null
      and not exists (
        select from renders as later
        where later.draft_id = renders.draft_id and later.created_at > renders.created_at
      )
    for update`
  return failed
}

async function startLife(tx: Transaction, id: string, life: number): Promise<void> {
  await tx`
    update renders
    set
      state = 'processing',
      stage = case when composition is null then 'planning' else 'rendering' end,
      life = ${life},
      life_began_at = clock_timestamp(),
      parts_left = (
        select count(*) from render_parts where render_id = renders.id and file is null
      ),
      fault = null,
      evidence = null,
      finished_at = null,
      version = version + 1
    where id = ${id}`
}

async function missingJobs(
  tx: Transaction,
  render: RenderInQueue,
  isPlanned: boolean,
): Promise<NewJob[]> {
  if (!isPlanned) return [renderJob(render, { kind: 'plan' })]
  const parts = await tx<{ kind: 'chunk' | 'sound'; position: number; firstFrame: number }[]>`
    select kind, position, first_frame as "firstFrame" from render_parts
    where render_id = ${render.id} and file is null
    order by position`
  if (parts.length === 0) return [renderJob(render, { kind: 'assemble' })]
  return parts.map((part) => renderJob(render, part))
}

async function reviveDraft(tx: Transaction, job: DeadJob): Promise<Revival> {
  const revived = await tx`
    update drafts
    set state = 'writing', fault = null, version = version + 1, updated_at = clock_timestamp()
    where id = ${job.draftId} and state = 'failed'
    returning id`
  if (revived.length === 0) return 'moved on'
  const { accountId, draftId } = job
  await enqueueJobs(tx, [scriptJob({ accountId, draftId })])
  await notifyChange(tx, draftId)
  return 'redriven'
}
