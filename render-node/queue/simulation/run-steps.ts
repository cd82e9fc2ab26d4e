import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../../shared/failure.ts'
import { doWork } from '../../do-work.ts'
import { readParts } from '../../jobs/read-parts.ts'
import type { Job } from '../exchange-jobs.ts'
import { type Farm, leaseSeconds, type VirtualNode } from './farm.ts'
import { followRun } from './predict-end.ts'
import type { FailureKind } from './step.ts'
import type { Verify } from './verify.ts'
import { VirtualRenderer } from './virtual-renderer.ts'
import { VirtualRun } from './virtual-run.ts'

/** Begins a job that a node has claimed, as nodes do. */
export async function beginRun(farm: Farm, node: VirtualNode, job: Job): Promise<VirtualRun> {
  const { sql, operations, workshop } = farm
  const { config, prepared } = workshop
  const run = new VirtualRun(job)
  run.lostParts = await lostPartsOf(farm, job)
  const rendering = { renderer: new VirtualRenderer(run), prepared }
  node.runs.push(run)
  await run.begin(() =>
    operations.runJob({
      sql,
      job,
      control: run,
      work: () => doWork({ sql, job, config, control: run, rendering }),
      finish: (ended, outcome) => finishMoot(farm, node, { job: ended, outcome }),
    }),
  )
  noteEnd(farm, node, run)
  return run
}

async function lostPartsOf(farm: Farm, job: Job): Promise<number[]> {
  if (job.kind !== 'assemble' || job.renderId === null) return []
  const { mediaFolder } = farm.workshop.config
  const parts = await readParts(farm.sql, job.renderId)
  const lost = await Promise.all(
    parts.map(({ file, position }) =>
      access(join(mediaFolder, file)).then(
        () => [],
        () => [position],
      ),
    ),
  )
  return lost.flat()
}

// As a node's lane does it: with a claim, here one of nothing.
async function finishMoot(
  farm: Farm,
  node: VirtualNode,
  { job, outcome }: { job: Job; outcome: 'moot' },
): Promise<boolean> {
  const { finished } = await farm.operations.exchangeJobs(farm.sql, {
    nodeId: node.id,
    lane: job.lane,
    limit: 0,
    leaseSeconds,
    ended: [{ id: job.id, token: job.token, outcome }],
  })
  return finished.includes(job.token)
}

/** After a run has moved: what has ended is no longer one of the node's jobs. */
export function noteEnd(farm: Farm, node: VirtualNode, run: VirtualRun): void {
  const { end, job } = run
  if (end === undefined) return
  node.runs = node.runs.filter((other) => other !== run)
  farm.ends.push({ token: job.token, end })
}

type OfRun = { farm: Farm; node: VirtualNode; run: VirtualRun }

export async function goOn(
  { farm, node, run }: OfRun,
  { isToTheEnd }: { isToTheEnd: boolean },
): Promise<Verify> {
  await (isToTheEnd ? run.goOnToTheEnd() : run.goOn())
  noteEnd(farm, node, run)
  await lengthenPause(farm, run)
  return (model) => followRun(model, run, 'go on')
}

export async function failRun(
  { farm, node, run }: OfRun,
  { how }: { how: FailureKind },
): Promise<Verify> {
  const isFree = how === 'waits'
  const sentence = 'Told to fail.'
  const pause = how === 'permanent' ? {} : { retryable: true, retryAfterMs: 600_000, isFree }
  await run.fail(new Failure({ code: 'simulated', sentence, ...pause }))
  noteEnd(farm, node, run)
  return (model) => followRun(model, run, how)
}

export async function handBackRun({ farm, node, run }: OfRun): Promise<Verify> {
  await run.stop('draining')
  noteEnd(farm, node, run)
  await lengthenPause(farm, run)
  return (model) => followRun(model, run, 'hand back')
}

// A random pause must not be over before a step says so.
async function lengthenPause({ sql }: Farm, { end, job }: VirtualRun): Promise<void> {
  if (end !== 'retried') return
  await sql`
    update jobs set run_at = clock_timestamp() + interval '10 minutes'
    where id = ${job.id} and state = 'scheduled'`
}
