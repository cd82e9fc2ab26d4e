import * as v from 'valibot'
import { Failure } from '../../shared/failure.ts'
import type { JobKind } from '../../shared/job-kinds.ts'
import type { Job } from './exchange-jobs.ts'

const draftJob = v.object({ draftId: v.string() })
const renderJob = v.object({ draftId: v.string(), renderId: v.string() })
const partJob = v.object({
  ...renderJob.entries,
  payload: v.object({ position: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
})

const schemas = {
  script: draftJob,
  plan: renderJob,
  chunk: partJob,
  sound: partJob,
  assemble: renderJob,
} satisfies Record<JobKind, v.GenericSchema>

export type DraftJob = Job & v.InferOutput<typeof draftJob>
export type RenderJob = Job & v.InferOutput<typeof renderJob>
export type PartJob = Job & v.InferOutput<typeof partJob>

/**
 * The job with what its kind needs.
 * @throws a permanent `Failure` when the row does not have it: trying again would find the same.
 */
export function readPayload<Kind extends JobKind>(
  job: Job,
  kind: Kind,
): Job & v.InferOutput<(typeof schemas)[Kind]> {
  const read = v.safeParse(schemas[kind], job)
  if (!read.success) {
    throw new Failure({
      code: 'payload_unreadable',
      sentence: 'The work could not be read.',
      evidence: { payload: job.payload, issues: read.issues.map((issue) => issue.message) },
    })
  }
  return { ...job, ...(read.output as v.InferOutput<(typeof schemas)[Kind]>) }
}
