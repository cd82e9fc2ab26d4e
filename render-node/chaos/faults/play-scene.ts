import type { Sql } from '../../../shared/postgres/connect.ts'
import { until } from '../../../shared/process/until.ts'
import type { TestProcess } from '../../../shared/testing/test-process.ts'
import { holdJobs, lapseLeases, startRenderOf } from '../../../shared/testing/test-render.ts'
import { insertAccount, insertNewDraft } from '../../../shared/testing/test-rows.ts'
import { askForRender } from './ask-for-render.ts'
import type { FaultFarm } from './fault-bench.ts'
import type { FaultCase } from './fault-case.ts'

const html = '<title>A kettle</title><p>It heats water to 80 degrees. It costs 79 euros.</p>'

/** The process that will come by the point, and the client who makes it, if there is one. */
export type Play = { armed: TestProcess; client?: Promise<void> }

/** Sets the rows up, starts the process that is armed, and has it come by the point. */
export async function playScene(farm: FaultFarm, faultCase: FaultCase): Promise<Play> {
  const { sql } = farm
  const { point, action, scene } = faultCase
  const fault = `${point}:${action}`
  const accountId = await insertAccount(sql)
  if (scene === 'a script') {
    await insertNewDraft(sql, { accountId, html })
    return { armed: farm.startNode(fault) }
  }
  if (scene === 'a request for a render') {
    const armed = farm.startServer(fault)
    return { armed, client: askForRender(farm, { accountId, armed }) }
  }
  const { renderId } = await startRenderOf(sql, accountId)
  await spoilRender(sql, renderId, scene)
  if (scene === 'a render that fails once') {
    return { armed: farm.startNode(`plan.selected:throw,${fault}`) }
  }
  const armed = farm.startNode(fault)
  if (scene === 'a render that is cancelled') await cancelAtWork(farm, renderId)
  if (scene === 'a node that is told to end') {
    await untilHeld(farm, 'chunk')
    armed.signal('SIGTERM')
  }
  return { armed }
}

async function spoilRender(sql: Sql, renderId: string, scene: FaultCase['scene']): Promise<void> {
  if (scene === 'a render that cannot be planned') {
    await sql`update renders set frame_count = frame_count + 1 where id = ${renderId}`
  }
  if (scene === 'a job whose node died' || scene === 'a job whose node died twice') {
    await holdJobs(sql, renderId)
    await lapseLeases(sql)
    await sql`update jobs set crashes = ${scene === 'a job whose node died' ? 0 : 1}`
  }
}

// While its plan is made: the node finds out when it begins a part.
async function cancelAtWork(farm: FaultFarm, renderId: string): Promise<void> {
  await untilHeld(farm, 'plan')
  await farm.sql`
    update renders set cancel_requested_at = clock_timestamp() where id = ${renderId}`
}

async function untilHeld(farm: FaultFarm, kind: string): Promise<void> {
  const look = () => farm.sql`select id from jobs where state = 'processing' and kind = ${kind}`
  await until(`a ${kind} is at work`, async () => (await look()).length > 0, { everyMs: 20 })
}
