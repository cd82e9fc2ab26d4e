import type { Sql } from '../../shared/postgres/connect.ts'
import { finishIfOwned } from '../../shared/postgres/end-jobs.ts'
import { type NodeConfig, parseNodeConfig } from '../config.ts'
import { doWork } from '../do-work.ts'
import type { Rendering } from '../jobs/job-context.ts'
import type { Job } from '../queue/exchange-jobs.ts'
import { type JobEnd, runJob } from '../run-job.ts'

/** Does a claimed job to its end, as a node with these settings that nobody tells to stop. */
export function runClaimedJob(
  { sql, url }: { sql: Sql; url: string },
  job: Job,
  use: { environment?: Record<string, string>; rendering?: Rendering } = {},
): Promise<JobEnd> {
  const config: NodeConfig = parseNodeConfig({
    DATABASE_URL: url,
    MEDIA_FOLDER: 'unused',
    ...use.environment,
  })
  const control = {
    signal: new AbortController().signal,
    stopReason: undefined,
    isLost: false,
    reportFrames: () => undefined,
    reportWords: () => undefined,
    whenFresh: async () => undefined,
  }
  const { rendering = null } = use
  return runJob({
    sql,
    job,
    control,
    work: () => doWork({ sql, job, config, control, rendering }),
    finish: (ended, outcome) => sql.begin((tx) => finishIfOwned(tx, ended, outcome)),
  })
}
