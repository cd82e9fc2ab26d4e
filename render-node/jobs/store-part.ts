import type { Transaction } from '../../shared/postgres/connect.ts'
import { endRender } from '../../shared/postgres/end-render.ts'
import { enqueueJobs, renderJob } from '../../shared/postgres/enqueue-job.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'
import type { LiveRender } from './live-render.ts'

export type StoredPart = { file: string; sha256: string; bytes: number; workMs: number }

/** Writes where a part is. The last one starts the assembly; the render's row is the counter. */
export async function storePart(
  tx: Transaction,
  done: { render: LiveRender; part: { position: number }; stored: StoredPart },
): Promise<void> {
  const { render, part, stored } = done
  await tx`
    update render_parts
    set file = ${stored.file}, sha256 = ${stored.sha256}, bytes = ${stored.bytes}, work_ms = ${stored.workMs}
    where render_id = ${render.id} and position = ${part.position} and file is null`
  const [counted] = await tx<{ partsLeft: number; cancelRequested: boolean; isNews: boolean }[]>`
    with before as materialized (
      select last_sign_at < clock_timestamp() - interval '900 ms' as is_quiet
      from renders
      where id = ${render.id}
      for update
    )
    update renders
    set
      parts_left = parts_left - 1,
      stage = case when parts_left = 1 then 'assembling' else stage end,
      frames_done = greatest(frames_done, least(frame_count, (
        select coalesce(sum(frame_count), 0) from render_parts
        where render_id = ${render.id} and kind = 'chunk' and file is not null
      ))),
      last_sign_at = clock_timestamp(),
      version = version + 1
    from before
    where id = ${render.id} and state = 'processing'
    returning
      parts_left as "partsLeft",
      cancel_requested_at is not null as "cancelRequested",
      before.is_quiet or parts_left = 0 as "isNews"`
  if (!counted) return
  if (counted.isNews) await notifyChange(tx, render.draftId)
  if (counted.cancelRequested) await endRender(tx, render.id, { state: 'cancelled' })
  else if (counted.partsLeft === 0) await enqueueJobs(tx, [renderJob(render, { kind: 'assemble' })])
}
