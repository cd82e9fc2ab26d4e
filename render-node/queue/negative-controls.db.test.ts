import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { type HeldJob, type JobOutcome, keepInHistory } from '../../shared/postgres/end-jobs.ts'
import { reclaimLapsedJobs } from '../../shared/postgres/reclaim-lapsed-jobs.ts'
import { resolveCredits } from '../../shared/postgres/resolve-credits.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import { balanceOf, startTestRender } from '../../shared/testing/test-render.ts'
import { openWorkshop } from './simulation/farm.ts'
import { type Operations, productOperations } from './simulation/operations.ts'
import { stepsInAnyOrder } from './simulation/simulate.ts'

// Each test takes one rule away and shows that this is noticed.

// Thousands of jobs end here, each with a line.
vi.mock('../../shared/process/log.ts', () => ({ log: () => undefined }))

const options = { timeout: 120_000 }
const seed = 20_260_301
const tenMinutesMs = 600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The first thing that the simulation finds wrong with these operations, if it does. */
async function findFault(
  operations: Partial<Operations>,
  { histories }: { histories: number },
): Promise<string | undefined> {
  await using database = await testDatabase()
  await using workshop = await openWorkshop()
  const farm = { sql: database.sql, operations: { ...productOperations, ...operations }, workshop }
  const found = await fc.check(stepsInAnyOrder(farm), {
    seed,
    numRuns: histories,
    endOnFailure: true,
  })
  return found.failed ? String(found.errorInstance) : undefined
}

async function finishWithoutToken(
  tx: Transaction,
  job: HeldJob,
  outcome: JobOutcome,
): Promise<boolean> {
  const finished = await tx`
    with finished as (
      delete from jobs
      where id = ${job.id} and state = 'processing'
      returning *, ${outcome}::text as outcome
    )
    ${keepInHistory(tx, 'finished')}
    returning id`
  return finished.length === 1
}

test('a finish that does not name its token is caught', options, async () => {
  const fault = await findFault({ finishIfOwned: finishWithoutToken }, { histories: 200 })

  expect(fault).toMatch(/job that was lost: "finish" by its old holder succeeded/)
})

test('a node that finishes a job although it has lost it is caught', options, async () => {
  const fault = await findFault({ runJob: finishWhatIsLost }, { histories: 200 })

  expect(fault).toMatch(/job was done by who had lost it/)
})

const finishWhatIsLost: Operations['runJob'] = async (run) => {
  const end = await productOperations.runJob(run)
  if (end !== 'superseded') return end
  const isDone = await run.sql.begin((tx) => finishWithoutToken(tx, run.job, 'done'))
  return isDone ? 'done' : end
}

test.each([-tenMinutesMs, tenMinutesMs])(
  'reclaim by the clock of a node that is %i ms off is caught, and the real one does not care',
  options,
  async (offMs) => {
    vi.setSystemTime(Date.now() + offMs)

    expect(await findFault({}, { histories: 10 })).toBeUndefined()

    const fault = await findFault({ reclaimLapsedJobs: reclaimByNodeClock }, { histories: 200 })
    expect(fault).toMatch(/"sweep" answered/)
  },
)

test('by the clock of a node that is right it would not be noticed', options, async () => {
  vi.useRealTimers()

  const fault = await findFault({ reclaimLapsedJobs: reclaimByNodeClock }, { histories: 10 })

  expect(fault).toBeUndefined()
})

// The time that is left of each lease by this process's clock becomes what the database sees.
async function reclaimByNodeClock(sql: Sql, lease: { leaseSeconds: number }): Promise<number> {
  await sql`
    update jobs
    set lease_expires_at = clock_timestamp() + (lease_expires_at - ${new Date()}::timestamptz)
    where state = 'processing'`
  return reclaimLapsedJobs(sql, lease)
}

test('two ends at once refund once by the unique index, twice without it, and that is seen', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const render = await startTestRender(sql)

  await endTwiceAtOnce(sql, render)
  expect(await balanceOf(sql, render.accountId)).toBe(100)
  expect(await sql`select * from invariants`).toEqual([])

  await sql`drop index ledger_one_resolution_per_render`
  const other = await startTestRender(sql)
  await endTwiceAtOnce(sql, other)
  expect(await balanceOf(sql, other.accountId)).toBe(101)
  expect(await sql`select subject from invariants`).toContainEqual({ subject: other.renderId })
})

/** Ends a render as if nobody had to ask whether it was still running. */
async function endTwiceAtOnce(
  sql: Sql,
  { renderId, accountId }: { renderId: string; accountId: string },
): Promise<void> {
  const end = async (tx: Transaction) => {
    await tx`
      update renders
      set state = 'cancelled', stage = 'ended', finished_at = clock_timestamp()
      where id = ${renderId}`
    await resolveCredits(tx, { accountId, renderId, life: 1, price: 1 }, 'refund')
    await tx`delete from jobs where render_id = ${renderId}`
  }
  await Promise.allSettled([sql.begin(end), sql.begin(end)])
}
