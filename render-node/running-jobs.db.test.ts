import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { jobKinds } from '../shared/job-kinds.ts'
import { finishIfOwned } from '../shared/postgres/end-jobs.ts'
import { testDatabase } from '../shared/testing/test-database.ts'
import { startTestRender } from '../shared/testing/test-render.ts'
import { type JobEnd, runJob } from './run-job.ts'
import type { RunJob } from './running-job.ts'
import { RunningJobs } from './running-jobs.ts'
import { claimJob } from './testing/claim-job.ts'

test('a job that takes longer than its kind may is stopped and tried again', async () => {
  await using database = await testDatabase()
  const { sql } = database
  await startTestRender(sql)
  await startTestRender(sql)
  const [old, young] = [await claimJob(sql), await claimJob(sql)]
  const ends = new Map<number, JobEnd | undefined>()
  const jobs = new RunningJobs({
    leaseSeconds: 60,
    onEnd: (job, end) => void ends.set(job.id, end),
  })
  const run: RunJob = (job, control) =>
    runJob({
      sql,
      job,
      control,
      work: () => delay(2 ** 31 - 1, { outcome: 'moot' as const }, { signal: control.signal }),
      finish: (ended, outcome) => sql.begin((tx) => finishIfOwned(tx, ended, outcome)),
    })
  const overdueAt = performance.now() - jobKinds.plan.deadlineMs
  jobs.start(old, run, { claimedAt: overdueAt - 1 })
  jobs.start(young, run, { claimedAt: overdueAt + 60_000 })

  jobs.stopOverdue()
  await jobs.list()[0]?.ended

  expect(ends).toEqual(new Map([[old.id, 'retried']]))
  expect(await sql`select id, last_error -> 'code' as code from jobs order by id`).toEqual([
    { id: old.id, code: 'stage_deadline' },
    { id: young.id, code: null },
  ])
  jobs.stopAll('lease lost')
  await jobs.allEnded()
})
