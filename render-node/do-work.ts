import { isJobKind } from '../shared/job-kinds.ts'
import { assembleVideo } from './jobs/assemble-video.ts'
import type { JobContext, JobResult, RenderJobContext } from './jobs/job-context.ts'
import { planRender } from './jobs/plan-render.ts'
import { renderPart } from './jobs/render-part.ts'
import { writeDraftScript } from './jobs/write-draft-script.ts'
import type { Job } from './queue/exchange-jobs.ts'
import { readPayload, type RenderJob } from './queue/read-payload.ts'

/** Does the work of a job, by its kind. */
export async function doWork(context: JobContext): Promise<JobResult> {
  const { job } = context
  if (!isJobKind(job.kind)) throw new Error(`Cannot do ${job.kind}: this release does not know it`)
  switch (job.kind) {
    case 'script':
      return writeDraftScript(withJob(context, readPayload(job, job.kind)))
    case 'plan':
      return planRender(renderContextOf(withJob(context, readPayload(job, job.kind))))
    case 'chunk':
    case 'sound':
      return renderPart(renderContextOf(withJob(context, readPayload(job, job.kind))))
    case 'assemble':
      return assembleVideo(renderContextOf(withJob(context, readPayload(job, job.kind))))
  }
}

function withJob<OneJob extends Job>(context: JobContext, job: OneJob): JobContext<OneJob> {
  return { ...context, job }
}

function renderContextOf<OneJob extends RenderJob>(
  context: JobContext<OneJob>,
): RenderJobContext<OneJob> {
  const { rendering, ...rest } = context
  if (!rendering) throw new Error(`Cannot do ${rest.job.kind}: the renderer is not prepared`)
  return { ...rest, ...rendering }
}
