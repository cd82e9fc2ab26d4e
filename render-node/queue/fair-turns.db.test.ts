import { expect, test } from 'vitest'
import type { Sql } from '../../shared/postgres/connect.ts'
import { startRender } from '../../shared/postgres/start-render.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import { startRenderOf, type TestRender } from '../../shared/testing/test-render.ts'
import { insertAccount, insertReadyDraft, testScript } from '../../shared/testing/test-rows.ts'
import { claimJob } from '../testing/claim-job.ts'
import { doWithoutPixels } from '../testing/do-without-pixels.ts'
import type { Job } from './exchange-jobs.ts'

async function flood(sql: Sql, count: number): Promise<string> {
  const accountId = await insertAccount(sql, 'Flood')
  await sql.begin(async (tx) => {
    await tx`update accounts set balance = balance + ${count} where id = ${accountId}`
    await tx`
      insert into ledger (account_id, kind, amount) values (${accountId}, 'grant', ${count})`
  })
  for (let started = 0; started < count; started++) await startRenderOf(sql, accountId)
  return accountId
}

async function startLongRender(sql: Sql, accountId: string): Promise<TestRender> {
  const script = testScript({ sceneCount: 4, durationSeconds: 10 })
  const draftId = await insertReadyDraft(sql, { accountId, script })
  const started = await startRender(sql, { id: draftId, accountId })
  if (started.outcome !== 'started') throw new Error('Cannot start the render')
  return { accountId, draftId, renderId: started.renderId }
}

/** Does jobs one after another, as a node with one slot, until the account has none left. */
async function workUntilDone(sql: Sql, accountId: string): Promise<Job[]> {
  const done: Job[] = []
  for (;;) {
    const [left] = await sql`select from jobs where account_id = ${accountId} limit 1`
    if (!left) return done
    const job = await claimJob(sql)
    expect(await doWithoutPixels(sql, job)).toBe(true)
    done.push(job)
  }
}

function isOf(accountId: string): (job: Job) => boolean {
  return (job) => job.accountId === accountId
}

test('a thousand renders of one account delay that of another by a chunk, then take turns with it', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const flooding = await flood(sql, 1000)
  for (let worked = 0; worked < 20; worked++) await doWithoutPixels(sql, await claimJob(sql))
  const { accountId } = await startLongRender(sql, await insertAccount(sql, 'Single'))

  const done = await workUntilDone(sql, accountId)

  const chunks = done.filter((job) => job.kind === 'chunk' || job.accountId === accountId)
  const [first = 0, ...later] = gapsBetween(chunks, isOf(accountId))
  expect(first).toBeLessThanOrEqual(1)
  expect(Math.max(...later)).toBeLessThanOrEqual(1)
  const theirs = chunks.filter(isOf(flooding)).length
  expect(theirs).toBeGreaterThan(0)
  expect(theirs).toBeLessThanOrEqual(chunks.length - theirs)
}, 60_000)

/** Before each job that fits: how many that do not were done since the one before. */
function gapsBetween(jobs: Job[], fits: (job: Job) => boolean): number[] {
  const gaps = [0]
  for (const job of jobs) {
    if (fits(job)) gaps.push(0)
    else gaps[gaps.length - 1] = (gaps.at(-1) ?? 0) + 1
  }
  return gaps
}

test("an account's renders come one after another, the oldest first", async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  const renders = [
    await startLongRender(sql, accountId),
    await startLongRender(sql, accountId),
    await startLongRender(sql, accountId),
  ]

  const done = await workUntilDone(sql, accountId)

  const order = [...new Set(done.map((job) => job.renderId))]
  expect(order).toEqual(renders.map((render) => render.renderId))
  const switches = done.filter((job, at) => at > 0 && job.renderId !== done[at - 1]?.renderId)
  expect(switches).toHaveLength(2)
})

test('an account that had the farm to itself is not punished for it later', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const early = await insertAccount(sql, 'Early')
  for (let count = 0; count < 5; count++) await startLongRender(sql, early)
  await workUntilDone(sql, early)

  const late = await insertAccount(sql, 'Late')
  await startLongRender(sql, late)
  await startLongRender(sql, late)
  await startLongRender(sql, early)

  const done = await workUntilDone(sql, early)
  const own = done.filter(isOf(early)).length
  expect(done.length - own).toBeLessThanOrEqual(own + 2)
})

test('scripts are claimed at once while five hundred bulk chunks wait', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const accountId = await insertAccount(sql)
  await sql`
    insert into jobs (kind, lane, account_id, attempts_max)
    select 'chunk', 'bulk', ${accountId}, 3 from generate_series(1, 500)`
  await sql`
    insert into jobs (kind, lane, account_id, attempts_max) values ('script', 'interactive', ${accountId}, 3)`

  expect(await claimJob(sql, { lane: 'interactive' })).toMatchObject({ kind: 'script' })
  expect(await claimJob(sql, { lane: 'bulk' })).toMatchObject({ kind: 'chunk' })
})
