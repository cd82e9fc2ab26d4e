import { Failure } from '../../shared/failure.ts'
import { faultPoint } from '../../shared/process/fault-point.ts'
import type { Composition } from '../renderer/renderer-protocol.ts'
import type { JobResult, RenderJobContext } from './job-context.ts'
import { enterStage, type LiveRender, readLiveRender } from './live-render.ts'
import { storePlan } from './store-plan.ts'

/** Asks the composition once what the video will be and cuts it into parts. */
export async function planRender(context: RenderJobContext): Promise<JobResult> {
  const { sql, job, prepared, control } = context
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
    { signal: control.signal, onWords: (words) => control.reportWords(words) },
  )
  await faultPoint('plan.selected')
  if (composition?.durationInFrames !== render.frameCount) throw wrongLength(render, composition)
  return {
    outcome: 'done',
    settle: async (tx) => {
      await faultPoint('plan.before-settle')
      await storePlan(tx, { render, composition, bundleHash: prepared.bundleHash })
    },
  }
}

function wrongLength(render: LiveRender, composition: Composition | undefined): Failure {
  return new Failure({
    code: 'plan_mismatch',
    sentence: 'The video could not be planned.',
    evidence: { planned: render.frameCount, composition: composition?.durationInFrames },
  })
}
