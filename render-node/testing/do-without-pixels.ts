import { randomUUID } from 'node:crypto'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { finishIfOwned } from '../../shared/postgres/end-jobs.ts'
import { enterStage, readLiveRender } from '../jobs/live-render.ts'
import { publishVideo } from '../jobs/publish-video.ts'
import { storePart } from '../jobs/store-part.ts'
import { storePlan } from '../jobs/store-plan.ts'
import type { Job } from '../queue/exchange-jobs.ts'
import { readPayload } from '../queue/read-payload.ts'
import { compositionOf } from './composition-of.ts'

/**
 * Does everything of a render's job that reaches the database, as its holder, and nothing that makes
 * pictures. False when the lease has moved on or the render has ended.
 */
export async function doWithoutPixels(sql: Sql, job: Job): Promise<boolean> {
  const stage =
    job.kind === 'plan' ? 'planning' : job.kind === 'assemble' ? 'publishing' : undefined
  if (stage && !(await enterStage(sql, job, stage))) return false
  const render = await readLiveRender(sql, readPayload(job, 'plan'))
  if (!render) return false
  return sql.begin(async (tx) => {
    if (!(await finishIfOwned(tx, job, 'done'))) return false
    await settle(tx, job, render)
    return true
  })
}

type Render = NonNullable<Awaited<ReturnType<typeof readLiveRender>>>

async function settle(tx: Transaction, job: Job, render: Render): Promise<void> {
  const file = { sha256: '0'.repeat(64), bytes: 1 }
  switch (job.kind) {
    case 'plan':
      return storePlan(tx, {
        render,
        composition: compositionOf({ format: render.props.format, props: render.props }),
        bundleHash: 'test',
      })
    case 'chunk':
    case 'sound': {
      const part = readPayload(job, job.kind).payload
      return storePart(tx, { render, part, stored: { ...file, file: randomUUID(), workMs: 1 } })
    }
    case 'assemble': {
      const published = { videoFile: job.token, posterFile: job.token, manifestFile: null }
      return publishVideo(tx, { render, candidate: file, published })
    }
    default:
      throw new Error(`Cannot do ${job.kind} without pixels`)
  }
}
