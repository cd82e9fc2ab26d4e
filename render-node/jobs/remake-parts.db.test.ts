import { expect, test } from 'vitest'
import { redriveDeadJobs } from '../../shared/postgres/redrive-dead-jobs.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import { startTestRender } from '../../shared/testing/test-render.ts'
import { Failure, faultOf } from '../../shared/failure.ts'
import { buryIfOwned } from '../../shared/postgres/end-jobs.ts'
import { endRender } from '../../shared/postgres/end-render.ts'
import { errorOf } from '../queue/settle-job.ts'
import { claimJob } from '../testing/claim-job.ts'
import { mayRemake } from './remake-parts.ts'

const lost = new Failure({ code: 'part_damaged', sentence: 'Lost again.' })

test('a redriven render may have lost parts rendered again, whatever its earlier life lost', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await startTestRender(sql)
  await sql`
    insert into job_history
      (id, kind, lane, account_id, render_id, outcome, attempts, crashes, created_at)
    select
      -number, 'assemble', 'standard', account_id, id, 'done', 1, 0, created_at
    from renders, generate_series(1, 2) as number`
  expect(await mayRemake(sql, renderId)).toBe(false)

  const job = await claimJob(sql)
  await sql.begin(async (tx) => {
    await buryIfOwned(tx, job, errorOf(lost))
    await endRender(tx, renderId, { state: 'failed', fault: faultOf(lost, 'assemble') })
  })
  expect(await redriveDeadJobs(sql, 'all')).toMatchObject([{ outcome: 'redriven' }])

  expect(await mayRemake(sql, renderId)).toBe(true)
})
