import {
  cancel,
  deleteDraft,
  endOverdue,
  losePart,
  redrive,
  stage,
  start,
  sweep,
} from './farm-steps.ts'
import type { Farm, VirtualNode } from './farm.ts'
import {
  beat,
  claim,
  claimWithoutAnswer,
  die,
  handBackStraysOf,
  pause,
  wake,
} from './node-steps.ts'
import { failRun, goOn, handBackRun } from './run-steps.ts'
import type { Step } from './step.ts'
import type { Verify } from './verify.ts'
import type { VirtualRun } from './virtual-run.ts'

type Held = { node: VirtualNode; run: VirtualRun }

/**
 * Takes a step in the database; undefined when there was nothing to act on. A node does one thing
 * after another: one that is in `busy` takes no step.
 */
export async function takeStep(
  farm: Farm,
  step: Step,
  busy: Set<VirtualNode>,
): Promise<Verify | undefined> {
  if ('node' in step) {
    const nodes = farm.nodes.filter((node) => mayTake(node, step))
    // One that holds a job is the likelier choice.
    const node = pick([...nodes.filter(({ runs }) => runs[0]), ...nodes], step.node)
    return node && keepBusy(busy, node, () => takeNodeStep(farm, node, step))
  }
  if ('run' in step) {
    const held = pick(heldByAwake(farm), step.run)
    return held && keepBusy(busy, held.node, () => takeRunStep({ farm, ...held }, step))
  }
  return takeFarmStep(farm, step)
}

// Those that are about to be published first.
function heldByAwake({ nodes }: Farm): Held[] {
  const awake = nodes.filter(({ isPaused }) => !isPaused)
  const held = awake.flatMap((node) => node.runs.map((run) => ({ node, run })))
  return held.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ run }: Held): number {
  return run.job.kind === 'assemble' ? 0 : 1
}

function pick<T>(choices: T[], number: number): T | undefined {
  return choices[number % choices.length]
}

function mayTake({ isPaused }: VirtualNode, step: Step): boolean {
  return step.do === 'die' || isPaused === (step.do === 'wake')
}

async function keepBusy(
  busy: Set<VirtualNode>,
  node: VirtualNode,
  step: () => Promise<Verify | undefined>,
): Promise<Verify | undefined> {
  if (busy.has(node)) return undefined
  busy.add(node)
  return step()
}

async function takeNodeStep(
  farm: Farm,
  node: VirtualNode,
  step: Extract<Step, { node: number }>,
): Promise<Verify> {
  switch (step.do) {
    case 'claim':
      return claim(farm, node, step)
    case 'claim without an answer':
      return claimWithoutAnswer(farm, node, step)
    case 'hand back strays':
      return handBackStraysOf(farm, node, step)
    case 'stage':
      return stage(farm, node, step)
    case 'beat':
      return beat(farm, node)
    case 'pause':
      return pause(farm, node)
    case 'wake':
      return wake(farm, node)
    case 'die':
      return die(farm, node)
  }
}

async function takeRunStep(
  held: Held & { farm: Farm },
  step: Extract<Step, { run: number }>,
): Promise<Verify> {
  switch (step.do) {
    case 'go on':
      return goOn(held, step)
    case 'fail':
      return failRun(held, step)
    case 'hand back':
      return handBackRun(held)
  }
}

async function takeFarmStep(
  farm: Farm,
  step: Exclude<Step, { node: number } | { run: number }>,
): Promise<Verify | undefined> {
  if (step.do === 'sweep') return sweep(farm)
  if (step.do === 'redrive') return redrive(farm, step)
  if ('draft' in step) {
    const draft = pick(farm.drafts, step.draft)
    if (!draft) return undefined
    return step.do === 'start' ? start(farm, draft, step) : deleteDraft(farm, draft)
  }
  // One that runs is the likelier choice.
  const running = farm.seen.renders.filter(({ state }) => state === 'running')
  if (step.do === 'lose a part') {
    const render = pick(
      running.filter(({ parts }) => parts.some(({ isStored }) => isStored)),
      step.render,
    )
    return render && losePart(farm, render, step)
  }
  const render = pick([...running, ...farm.seen.renders], step.render)
  if (!render) return undefined
  return step.do === 'cancel' ? cancel(farm, render) : endOverdue(farm, render)
}
