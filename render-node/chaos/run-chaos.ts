import { BrokenPromises } from './broken-promises.ts'
import { ChaosFarm } from './chaos-farm.ts'
import { type ChaosOptions, ChaosRun } from './chaos-run.ts'
import { type ChaosVerdict, isGood } from './chaos-verdict.ts'

/**
 * Starts a farm of real processes, has clients use it while everything goes wrong, lets it settle,
 * and judges what is left. The folder with its logs stays when the verdict is bad, or on demand.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosVerdict> {
  const broken = new BrokenPromises()
  const farm = await ChaosFarm.open({ nodes: options.nodes, broken })
  let verdict: ChaosVerdict | undefined
  try {
    await using run = await ChaosRun.begin(options, { farm, broken })
    await run.makeTrouble()
    await run.settle()
    verdict = await run.judge()
    return verdict
  } finally {
    await farm[Symbol.asyncDispose]()
    if (verdict && isGood(verdict) && !options.keep) await farm.removeFolder()
    else options.tell(`What is left of the farm is in ${farm.folder}.`)
  }
}
