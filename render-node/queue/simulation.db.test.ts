import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../shared/testing/test-database.ts'
import { openWorkshop } from './simulation/farm.ts'
import { productOperations } from './simulation/operations.ts'
import { stepsAtOnce, stepsInAnyOrder } from './simulation/simulate.ts'

// Thousands of jobs end here, each with a line.
vi.mock('../../shared/process/log.ts', () => ({ log: () => undefined }))

// What fails is shrunk to its fewest steps before it is reported, within this time.
const options = { timeout: 300_000 }
const reproducible = {
  seed: 20_260_301,
  includeErrorInReport: true,
  interruptAfterTimeLimit: 240_000,
  markInterruptAsFailure: true,
}

test(
  'in 200 histories of a farm no rule is ever broken, and in the end nothing is lost',
  options,
  async () => {
    await using database = await testDatabase()
    await using workshop = await openWorkshop()
    const farm = { sql: database.sql, operations: productOperations, workshop }

    const histories = fc.assert(stepsInAnyOrder(farm), { ...reproducible, numRuns: 200 })

    await expect(histories).resolves.toBeUndefined()
  },
)

test('the same holds in 50 histories where steps happen at once', options, async () => {
  await using database = await testDatabase()
  await using workshop = await openWorkshop()
  const farm = { sql: database.sql, operations: productOperations, workshop }

  const histories = fc.assert(stepsAtOnce(farm), { ...reproducible, numRuns: 50 })

  await expect(histories).resolves.toBeUndefined()
  // Nodes try again after a deadlock, so only the database knows of it.
  expect(
    await database.sql`
      select deadlocks from pg_stat_database where datname = current_database()`,
  ).toEqual([{ deadlocks: 0 }])
})
