import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Draft, draftSchema } from '../draft.ts'
import { priceOf } from '../price.ts'
import type { RenderLane } from '../render.ts'
import { frameCountOf, type VideoProps, videoPropsOf } from '../video-props.ts'
import { faultPoint } from '../process/fault-point.ts'
import type { Sql, Transaction } from './connect.ts'
import { enqueueJobs, renderJob } from './enqueue-job.ts'
import { giveTurn } from './give-turn.ts'
import { notifyChange } from './notify-change.ts'
import { reserveCredits } from './reserve-credits.ts'

export type StartRenderAnswer =
  | { outcome: 'started'; renderId: string }
  | { outcome: 'running'; renderId: string }
  | { outcome: 'insufficient credits'; balance: number; price: number }
  | { outcome: 'not ready' }
  | { outcome: 'not found' }

const scriptOfDraft = v.pick(draftSchema, ['format', 'brand', 'sound', 'script'])

type DraftRow = Pick<Draft, 'format' | 'brand' | 'sound' | 'script'> & {
  state: string
  language: Draft['language']
}

/**
 * Starts a render of the draft's script as it is now: the render row, its credits and its first job in
 * one transaction. However many ask at once, one of them starts it and the others are told which runs.
 */
export async function startRender(
  sql: Sql,
  draft: { id: string; accountId: string },
  { lane = 'standard' }: { lane?: RenderLane } = {},
): Promise<StartRenderAnswer> {
  return sql.begin(async (tx) => {
    const [row] = await tx<DraftRow[]>`
      select state, format, language, brand, sound, script
      from drafts
      where id = ${draft.id} and account_id = ${draft.accountId}
      for share`
    if (!row) return { outcome: 'not found' }
    if (row.state !== 'ready') return { outcome: 'not ready' }
    const props = propsOf(row)
    const price = priceOf({ format: props.format, frameCount: frameCountOf(props) })
    const renderId = await insertRender(tx, { draft, lane, props, price })
    if (!renderId) return { outcome: 'running', renderId: await runningRender(tx, draft.id) }
    const { accountId } = draft
    const reserved = await reserveCredits(tx, { accountId, renderId, life: 1, price })
    if (!reserved.ok) {
      await tx`delete from renders where id = ${renderId}`
      return { outcome: 'insufficient credits', balance: reserved.balance, price }
    }
    await enqueueJobs(tx, [renderJob(await giveTurn(tx, renderId), { kind: 'plan' })])
    await notifyChange(tx, draft.id)
    await faultPoint('start-render.inserted')
    return { outcome: 'started', renderId }
  })
}

function propsOf(row: DraftRow): VideoProps {
  const { script, ...rest } = v.parse(scriptOfDraft, row)
  if (!script) throw new Error('Cannot render a draft without a script')
  return videoPropsOf({ ...rest, script, language: row.language ?? 'en' })
}

async function insertRender(
  tx: Transaction,
  wanted: {
    draft: { id: string; accountId: string }
    lane: RenderLane
    props: VideoProps
    price: number
  },
): Promise<string | undefined> {
  const { draft, lane, props, price } = wanted
  const scriptHash = createHash('sha256').update(JSON.stringify(props)).digest('hex')
  const [render] = await tx<{ id: string }[]>`
    insert into renders (draft_id, account_id, props, script_hash, frame_count, lane, price)
    values (
      ${draft.id}, ${draft.accountId}, ${tx.json(props)}, ${scriptHash}, ${frameCountOf(props)},
      ${lane}, ${price}
    )
    on conflict (draft_id) where state in ('queued', 'processing') do nothing
    returning id`
  return render?.id
}

async function runningRender(tx: Transaction, draftId: string): Promise<string> {
  const [running] = await tx<{ id: string }[]>`
    select id from renders
    where draft_id = ${draftId}
    order by state in ('queued', 'processing') desc, created_at desc
    limit 1`
  if (!running) throw new Error('Cannot find the render that runs')
  return running.id
}
