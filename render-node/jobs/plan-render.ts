import { Failure } from '../../shared/failure.ts'
import type { Transaction } from '../../shared/postgres/connect.ts'
import { enqueueJobs } from '../../shared/postgres/enqueue-job.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'
import type { Job } from '../queue/claim-jobs.ts'
import type { Composition } from '../renderer/renderer-protocol.ts'
import { cutChunks } from './cut-chunks.ts'
import type { JobResult, RenderJobContext } from './job-context.ts'
import { enterStage, type LiveRender, readLiveRender } from './live-render.ts'

/** Asks the composition once what the video will be and cuts it into parts. */
export async function planRender(context: RenderJobContext): Promise<JobResult> {
  const { sql, job, prepared } = context
  if (!(await enterStage(sql, job, 'planning'))) return { outcome: 'stopped' }
  const render = await readLiveRender(sql, job)
  if (!render) return { outcome: 'stopped' }
  const composition = await context.renderer.perform(
    {
      kind: 'select',
      bundleFolder: prepared.bundleFolder,
      format: render.props.format,
      props: render.props,
    },
    { signal: context.signal },
  )
  if (composition?.durationInFrames !== render.frameCount) throw wrongLength(render, composition)
  return {
    outcome: 'done',
    settle: (tx) => storePlan(tx, { job, render, composition, bundleHash: prepared.bundleHash }),
  }
}

function wrongLength(render: LiveRender, composition: Composition | undefined): Failure {
  return new Failure({
    code: 'plan_mismatch',
    sentence: 'The video could not be planned.',
    evidence: { planned: render.frameCount, composition: composition?.durationInFrames },
  })
}

async function storePlan(
  tx: Transaction,
  plan: { job: Job; render: LiveRender; composition: Composition; bundleHash: string },
): Promise<void> {
  const { job, render } = plan
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
    parts.map(({ kind, position }) => ({
      kind,
      position,
      accountId: job.accountId,
      draftId: render.draftId,
      renderId: render.id,
    })),
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
