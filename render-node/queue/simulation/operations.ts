import { cancelRender } from '../../../shared/postgres/cancel-render.ts'
import { deleteDraft } from '../../../shared/postgres/delete-draft.ts'
import { buryIfOwned, finishIfOwned } from '../../../shared/postgres/end-jobs.ts'
import { endRender } from '../../../shared/postgres/end-render.ts'
import { reclaimLapsedJobs } from '../../../shared/postgres/reclaim-lapsed-jobs.ts'
import { redriveDeadJobs } from '../../../shared/postgres/redrive-dead-jobs.ts'
import { startRender } from '../../../shared/postgres/start-render.ts'
import { enterStage } from '../../jobs/live-render.ts'
import { runJob } from '../../run-job.ts'
import { beatLeases } from '../beat-leases.ts'
import { exchangeJobs } from '../exchange-jobs.ts'
import { handBackIfOwned, handBackStrays, parkIfOwned, retryIfOwned } from '../settle-job.ts'
import { stageDueJobs } from '../stage-jobs.ts'

/** What the simulated farm does to the database. A broken one in its place must be noticed. */
export const productOperations = {
  startRender,
  cancelRender,
  deleteDraft,
  endRender,
  redriveDeadJobs,
  reclaimLapsedJobs,
  stageDueJobs,
  exchangeJobs,
  beatLeases,
  runJob,
  enterStage,
  finishIfOwned,
  buryIfOwned,
  retryIfOwned,
  handBackIfOwned,
  parkIfOwned,
  handBackStrays,
}
export type Operations = typeof productOperations
