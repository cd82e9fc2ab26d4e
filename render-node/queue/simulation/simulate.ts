import * as fc from 'fast-check'
import type { Sql } from '../../../shared/postgres/connect.ts'
import { comeToRest } from './come-to-rest.ts'
import { openFarm, type Workshop } from './farm.ts'
import { anySteps, anyStepsAtOnce } from './history.ts'
import type { Operations } from './operations.ts'
import type { Step } from './step.ts'
import { takeMoment } from './take-moment.ts'

type Simulated = { sql: Sql; operations: Operations; workshop: Workshop }

const nodeCount = fc.integer({ min: 2, max: 5 })

/** Whatever happens one after another, in a farm of two to five nodes, every rule holds after it. */
export function stepsInAnyOrder(simulated: Simulated) {
  return fc.asyncProperty(nodeCount, anySteps, (count, steps) =>
    simulate(simulated, { nodeCount: count, moments: steps.map((step) => [step]) }),
  )
}

/** The same where up to three steps happen at once. */
export function stepsAtOnce(simulated: Simulated) {
  return fc.asyncProperty(nodeCount, anyStepsAtOnce, (count, moments) =>
    simulate(simulated, { nodeCount: count, moments }),
  )
}

async function simulate(
  { sql, operations, workshop }: Simulated,
  run: { nodeCount: number; moments: Step[][] },
): Promise<void> {
  const farm = await openFarm(sql, { operations, workshop, nodeCount: run.nodeCount })
  for (const draft of farm.drafts.keys()) {
    await takeMoment(farm, [{ do: 'start', draft, lane: draft === 1 ? 'bulk' : 'standard' }])
  }
  for (const steps of run.moments) await takeMoment(farm, steps)
  await comeToRest(farm)
}
