import { randomUUID } from 'node:crypto'
import type { Lane } from '../../../shared/job-kinds.ts'
import type { Job } from '../exchange-jobs.ts'
import { check } from './check.ts'
import { type Farm, leaseSeconds, type VirtualNode } from './farm.ts'
import { followRun } from './predict-end.ts'
import type { QueueModel } from './queue-model.ts'
import { beginRun, noteEnd } from './run-steps.ts'
import { checkAnswer, type Verify } from './verify.ts'
import type { VirtualRun } from './virtual-run.ts'
import { checkZombie } from './zombie-writes.ts'

type Claim = { lane: Lane; limit: number }

/** Claims, parks what the node's release does not know, and begins the rest. */
export async function claim(farm: Farm, node: VirtualNode, wanted: Claim): Promise<Verify> {
  const claimed = await exchange(farm, node, wanted)
  const known = claimed.filter(({ kind }) => node.kinds.includes(kind))
  const unknown = claimed.filter((job) => !known.includes(job))
  farm.claimed.push(...known)
  await farm.operations.parkIfOwned(farm.sql, unknown)
  const runs: VirtualRun[] = []
  for (const job of known) runs.push(await beginRun(farm, node, job))
  return (model) => {
    followClaim(model, { node, wanted, claimed })
    for (const { token } of unknown) {
      const job = model.heldBy(token)
      if (job) model.letGo(job, 'parked', { attempts: -1 })
    }
    for (const run of runs) followRun(model, run, 'go on')
  }
}

/** The claim is written, but the node never hears of it. */
export async function claimWithoutAnswer(
  farm: Farm,
  node: VirtualNode,
  wanted: Claim,
): Promise<Verify> {
  const claimed = await exchange(farm, node, wanted)
  farm.claimed.push(...claimed)
  return (model) => followClaim(model, { node, wanted, claimed })
}

async function exchange(farm: Farm, node: VirtualNode, wanted: Claim): Promise<Job[]> {
  const request = { nodeId: node.id, ...wanted, leaseSeconds }
  const { claimed } = await farm.operations.exchangeJobs(farm.sql, request)
  return claimed
}

function followClaim(
  model: QueueModel,
  { node, wanted, claimed }: { node: VirtualNode; wanted: Claim; claimed: Job[] },
): void {
  const waiting = model.list().filter((job) => job.state === 'queued' && job.lane === wanted.lane)
  checkAnswer('claim', claimed.length, Math.min(wanted.limit, waiting.length))
  for (const { id, token } of claimed) {
    const job = waiting.find((one) => one.id === id && one.state === 'queued')
    check(job !== undefined, `job ${id} was claimed while it did not wait`)
    const lease = { owner: node.id, token, isLapsed: false }
    Object.assign(job, { state: 'processing', attempts: job.attempts + 1, ...lease })
  }
}

export async function handBackStraysOf(
  farm: Farm,
  node: VirtualNode,
  { lane }: { lane: Lane },
): Promise<Verify> {
  const nodeId = node.id
  const heldTokens = node.runs.map(({ job }) => job.token)
  const count = await farm.operations.handBackStrays(farm.sql, { nodeId, lane, heldTokens })
  return (model) => {
    const strays = model
      .held()
      .filter((job) => job.owner === nodeId && job.lane === lane)
      .filter(({ token }) => !heldTokens.includes(token ?? ''))
    checkAnswer('hand back strays', count, strays.length)
    for (const job of strays) model.letGo(job, 'queued', { attempts: -1 })
  }
}

/** Renews the node's leases and stops what it is told to stop. */
export async function beat(farm: Farm, node: VirtualNode): Promise<Verify> {
  const { runs } = node
  const beats = runs.map(({ job }) => ({ job, framesDone: 1, lastWords: null }))
  const answers = await farm.operations.beatLeases(farm.sql, beats, leaseSeconds)
  const stops: { run: VirtualRun; reason: 'lease lost' | 'cancelled' }[] = []
  for (const run of runs) {
    const answer = answers.find(({ token }) => token === run.job.token)
    if (!answer) stops.push({ run, reason: 'lease lost' })
    else if (answer.stop) stops.push({ run, reason: 'cancelled' })
  }
  for (const { run, reason } of stops) {
    await run.stop(reason)
    noteEnd(farm, node, run)
  }
  return (model) => {
    const expected = runs.flatMap(({ job }) => followBeat(model, job.token))
    checkAnswer('beat', sorted(answers), sorted(expected))
    for (const { run, reason } of stops) followRun(model, run, reason)
  }
}

function followBeat(model: QueueModel, token: string) {
  const job = model.heldBy(token)
  if (!job) return []
  job.isLapsed = false
  const isUnwanted = job.renderId !== null && model.running(job.renderId)?.cancelRequested !== false
  return [{ token, isRenewed: true, stop: job.cancelRequested || isUnwanted }]
}

function sorted<T extends { token: string }>(answers: T[]): T[] {
  return [...answers].toSorted((one, other) => one.token.localeCompare(other.token))
}

/** The node is silent until its leases are in the past. */
export async function pause(farm: Farm, node: VirtualNode): Promise<Verify> {
  node.isPaused = true
  return lapse(farm, node.id)
}

/** The node goes on as if nothing had happened; what it has lost meanwhile it must not write. */
export async function wake(farm: Farm, node: VirtualNode): Promise<Verify> {
  node.isPaused = false
  for (const { job } of node.runs) {
    if (!farm.model.heldBy(job.token)) await checkZombie(farm, job)
  }
  return () => undefined
}

/** The process is gone and another one takes its place. */
export async function die(farm: Farm, node: VirtualNode): Promise<Verify> {
  const { id } = node
  Object.assign(node, { id: randomUUID(), runs: [], isPaused: false })
  return lapse(farm, id)
}

async function lapse(farm: Farm, owner: string): Promise<Verify> {
  await farm.sql`
    update jobs set lease_expires_at = clock_timestamp() - interval '1 minute'
    where state = 'processing' and lease_owner = ${owner}`
  return (model) => {
    for (const job of model.held()) if (job.owner === owner) job.isLapsed = true
  }
}
