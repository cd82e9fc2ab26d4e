import type { Lane } from '../../shared/job-kinds.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { exchangeJobs, type Job } from '../queue/exchange-jobs.ts'

/** A node's id in tests that need one but start no node. */
export const testNodeId = '00000000-0000-4000-8000-000000000001'

/** Takes the lane's next job, as a node would. */
export async function claimJob(
  sql: Sql,
  { lane = 'standard', leaseSeconds = 30 }: { lane?: Lane; leaseSeconds?: number } = {},
): Promise<Job> {
  const exchange = { nodeId: testNodeId, lane, limit: 1, leaseSeconds }
  const { claimed } = await exchangeJobs(sql, exchange)
  const [job] = claimed
  if (!job) throw new Error('Nothing to claim')
  return job
}
