import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import type { NodeConfig } from '../config.ts'
import type { Job } from '../queue/exchange-jobs.ts'
import type { RenderJob } from '../queue/read-payload.ts'
import type { PreparedRenderer } from '../renderer/prepare-renderer.ts'
import type { Renderer } from '../renderer/renderer.ts'
import type { JobControl } from '../running-job.ts'

/** What a job's work may use. */
export type JobContext<OneJob extends Job = Job> = {
  sql: Sql
  job: OneJob
  config: NodeConfig
  control: WorkControl
  /** What the kinds that render need besides; null where the node cannot render yet. */
  rendering: Rendering | null
}

export type WorkControl = Pick<JobControl, 'signal' | 'reportFrames' | 'reportWords' | 'whenFresh'>

export type Rendering = { renderer: Renderer; prepared: PreparedRenderer }
export type RenderJobContext<OneJob extends RenderJob = RenderJob> = Omit<
  JobContext<OneJob>,
  'rendering'
> &
  Rendering

/**
 * How a job's work ended, short of throwing. `settle` writes its results, in the transaction that
 * ends the job. `moot`: there is nothing left to do. `stopped`: the render was cancelled meanwhile.
 */
export type JobResult =
  | {
      outcome: 'done'
      settle: (tx: Transaction) => Promise<void>
      afterwards?: () => Promise<void>
    }
  | { outcome: 'moot' }
  | { outcome: 'stopped' }
