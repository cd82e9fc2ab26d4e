import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import type { NodeConfig } from '../config.ts'
import type { Job } from '../queue/claim-jobs.ts'
import type { PreparedRenderer } from '../renderer/prepare-renderer.ts'
import type { Renderer } from '../renderer/renderer.ts'

/** What a job's work may use. `signal` aborts when the work must stop, whatever the reason. */
export type JobContext = {
  sql: Sql
  job: Job
  config: NodeConfig
  nodeId: string
  signal: AbortSignal
  reportFrames: (framesDone: number) => void
  /** What the kinds that render need besides; null where the node cannot render yet. */
  rendering: Rendering | null
}

export type Rendering = { renderer: Renderer; prepared: PreparedRenderer }
export type RenderJobContext = Omit<JobContext, 'rendering'> & Rendering

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
