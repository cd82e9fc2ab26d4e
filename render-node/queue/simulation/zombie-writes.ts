import { Failure } from '../../../shared/failure.ts'
import { errorOf } from '../settle-job.ts'
import type { Job } from '../exchange-jobs.ts'
import { check } from './check.ts'
import { type Farm, leaseSeconds } from './farm.ts'

const failure = new Failure({ code: 'simulated', sentence: 'Of a zombie.', retryable: true })

/** Tries every write that a holder may do, as one that holds the job no longer. */
export async function checkZombie(farm: Farm, job: Job): Promise<void> {
  for (const [name, write] of Object.entries(writesOf(farm, job))) {
    check(
      !(await write()),
      `a ${job.kind} job that was lost: "${name}" by its old holder succeeded`,
    )
  }
}

function writesOf({ sql, operations }: Farm, job: Job): Record<string, () => Promise<boolean>> {
  const { id, token, lane } = job
  const ended = [{ id, token, outcome: 'moot' as const }]
  const claimOfNothing = { nodeId: token, lane, limit: 0, leaseSeconds, ended }
  return {
    finish: () => sql.begin((tx) => operations.finishIfOwned(tx, job, 'done')),
    'finish with a claim': async () =>
      (await operations.exchangeJobs(sql, claimOfNothing)).finished.length > 0,
    retry: () => operations.retryIfOwned(sql, job, { failure, afterMs: 0, isFree: false }),
    bury: () => sql.begin((tx) => operations.buryIfOwned(tx, job, errorOf(failure))),
    'hand back': () => operations.handBackIfOwned(sql, job),
    // It says nothing of what it did: the rows tell.
    park: async () => {
      await operations.parkIfOwned(sql, [job])
      return false
    },
    'enter a stage': () => operations.enterStage(sql, job, 'publishing'),
    beat: async () => {
      const beats = [{ job, framesDone: 1, lastWords: 'still here' }]
      return (await operations.beatLeases(sql, beats, leaseSeconds)).length > 0
    },
  }
}
