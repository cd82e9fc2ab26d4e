import type { Transaction } from '../../shared/postgres/connect.ts'
import { enqueueJobs, renderJob } from '../../shared/postgres/enqueue-job.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'
import type { Composition } from '../renderer/renderer-protocol.ts'
import { cutChunks } from './cut-chunks.ts'
import type { LiveRender } from './live-render.ts'
import { partJobOf } from './read-parts.ts'

/** Writes a render's plan and queues the jobs of its parts. */
export async function storePlan(
  tx: Transaction,
  plan: { render: LiveRender; composition: Composition; bundleHash: string },
): Promise<void> {
  const { render } = plan
  const parts = partsOf(render)
  const [planned] = await tx`
    update renders
    set
      composition = ${tx.json(plan.composition as never)},
      bundle_hash = ${plan.bundleHash},
      stage = 'rendering',
      parts_left = ${parts.length},
      version = version + 1
    where id = ${render.id} and state = 'processing'
    returning id`
  if (!planned) return
  await tx`insert into render_parts ${tx(parts)}`
  await enqueueJobs(
    tx,
    parts.map((part) => renderJob(render, partJobOf({ ...part, firstFrame: part.first_frame }))),
  )
  await notifyChange(tx, render.draftId)
}

function partsOf(render: LiveRender) {
  const chunks = cutChunks(render.props.scenes.map((scene) => scene.frameCount))
  const parts = chunks.map((chunk, position) => ({
    render_id: render.id,
    position,
    kind: 'chunk' as 'chunk' | 'sound',
    first_frame: chunk.firstFrame,
    frame_count: chunk.frameCount,
  }))
  if (render.props.sound) {
    parts.push({
      render_id: render.id,
      position: chunks.length,
      kind: 'sound',
      first_frame: 0,
      frame_count: render.frameCount,
    })
  }
  return parts
}
