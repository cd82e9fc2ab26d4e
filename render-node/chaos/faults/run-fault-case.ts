import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../../shared/process/until.ts'
import { wordsOfError } from '../../../shared/process/words-of-error.ts'
import type { TestProcess } from '../../../shared/testing/test-process.ts'
import { findOrphans } from '../find-orphans.ts'
import { readOutputs, readTwice } from '../judge-rows.ts'
import { findUnplayable } from '../judge-videos.ts'
import { type FaultBench, type FaultFarm, leaseSeconds } from './fault-bench.ts'
import { endOf, type FaultCase } from './fault-case.ts'
import { type Play, playScene } from './play-scene.ts'

const endMsMax = 45_000
const exitMsMax = 15_000

export type FaultResult = FaultCase & { problems: string[]; seconds: number }

/** Has one process come by its point, and looks whether all ends as if it had not. */
export async function runFaultCase(
  bench: FaultBench,
  faultCase: FaultCase,
  options: { ffprobe: string },
): Promise<FaultResult> {
  const startedAt = performance.now()
  const farm = await bench.openFarm(`${faultCase.point}-${faultCase.action}`)
  const problems: string[] = []
  try {
    await passThrough(farm, faultCase)
    problems.push(...(await problemsOf(farm, options.ffprobe)))
  } catch (error) {
    problems.push(wordsOfError(error))
  } finally {
    await farm[Symbol.asyncDispose]()
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { ...faultCase, problems, seconds }
}

async function passThrough(farm: FaultFarm, faultCase: FaultCase): Promise<void> {
  const play = await playScene(farm, faultCase)
  await play.armed.logged('fault-point.reached')
  if (isHelpNeeded(faultCase)) farm.startNode()
  if (faultCase.action === 'stop') await letGoOn(farm, play)
  await play.client
  const expected = endOf(faultCase.scene)
  let end: string | undefined
  await until(
    'the end',
    async () => {
      end = await readEnd(farm, faultCase)
      return end !== undefined
    },
    { withinMs: endMsMax },
  )
  if (end !== expected) throw new Error(`Expected the end to be ${expected}, got ${String(end)}`)
  await until('no job is left', async () => (await farm.sql`select id from jobs`).length === 0)
}

// A node that only meets an error goes on by itself.
function isHelpNeeded({ action, scene }: FaultCase): boolean {
  return (
    action !== 'throw' ||
    scene === 'a node that is told to end' ||
    scene === 'a request for a render'
  )
}

/** Wakes a process that stands still, once others have taken what it held or had the time to. */
async function letGoOn(farm: FaultFarm, { armed }: Play): Promise<void> {
  const started = armed.lines.find((line) => line.event === 'node.started')
  const nodeId = started ? String(started.nodeId) : null
  await delay(leaseSeconds * 1500)
  await until(
    'nothing is held by the node that stands still',
    async () => {
      const held = await farm.sql`select id from jobs where lease_owner = ${nodeId}`
      return held.length === 0
    },
    { withinMs: 5000 },
  ).catch(() => undefined)
  armed.signal('SIGCONT')
}

/** The end of the render, or of the draft's script, with the code of its fault. */
async function readEnd(farm: FaultFarm, { scene }: FaultCase): Promise<string | undefined> {
  const [row] =
    scene === 'a script'
      ? await farm.sql<{ end: string }[]>`
          select concat_ws(' ', state, fault ->> 'code') as end from drafts where state <> 'writing'`
      : await farm.sql<{ end: string }[]>`
          select concat_ws(' ', state, fault ->> 'code') as end
          from renders
          where state not in ('queued', 'processing')`
  return row?.end
}

async function problemsOf(farm: FaultFarm, ffprobe: string): Promise<string[]> {
  const { sql, mediaFolder } = farm
  const unplayable = await findUnplayable(await readOutputs(sql), { mediaFolder, ffprobe })
  const problems = [
    ...unplayable.map((id) => `The video of ${id} is not playable`),
    ...(await readTwice(sql)).map(({ reason, id }) => `${reason}: ${id}`),
    ...(await Promise.all(farm.processes.map(endProcess))).flat(),
  ]
  // After the last of them has ended: it may have written something on its way out.
  const violations = await sql<{ rule: string }[]>`select rule from invariants`
  const look = () => findOrphans(farm.folder, [])
  await until('no orphans', async () => (await look()).length === 0).catch(() => undefined)
  const orphans = await look()
  return [
    ...problems,
    ...violations.map(({ rule }) => `Violated: ${rule}`),
    ...orphans.map(({ command }) => `Left behind: ${command}`),
  ]
}

async function endProcess(running: TestProcess): Promise<string[]> {
  if (running.hasEnded) return []
  running.signal('SIGTERM')
  await Promise.race([running.ended, delay(exitMsMax, undefined, { ref: false })])
  if (running.hasEnded) return []
  running.signal('SIGKILL')
  return ['A process did not end when told to']
}
