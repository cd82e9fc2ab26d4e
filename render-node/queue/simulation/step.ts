import * as fc from 'fast-check'
import type { Lane } from '../../../shared/job-kinds.ts'
import type { RenderLane } from '../../../shared/render.ts'

/**
 * What happens next in the farm. Numbers choose among what is there, modulo its count; a step that
 * finds nothing to act on does nothing.
 */
export type Step =
  | { do: 'start'; draft: number; lane: RenderLane }
  | { do: 'delete'; draft: number }
  | { do: 'cancel' | 'end overdue' | 'lose a part'; render: number }
  | { do: 'redrive'; dead: number | 'all' }
  | { do: 'sweep' }
  | { do: 'stage'; node: number; isDue: boolean }
  | { do: 'claim' | 'claim without an answer'; node: number; lane: Lane; limit: number }
  | { do: 'hand back strays'; node: number; lane: Lane }
  | { do: 'beat' | 'pause' | 'wake' | 'die'; node: number }
  | { do: 'go on'; run: number; isToTheEnd: boolean }
  | { do: 'fail'; run: number; how: FailureKind }
  | { do: 'hand back'; run: number }

export type FailureKind = 'transient' | 'permanent' | 'waits'

const boolean = fc.boolean()
const renderLane = fc.constantFrom<RenderLane>('standard', 'standard', 'bulk')
const lane = fc.constantFrom<Lane>('standard', 'standard', 'standard', 'bulk', 'interactive')
const limit = fc.integer({ min: 1, max: 3 })
const how = fc.constantFrom<FailureKind>('transient', 'permanent', 'waits')

/** One kind of step, with its fields drawn at random. */
function kind<Name extends Step['do'], Fields extends object>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): fc.Arbitrary<{ do: Name } & Fields> {
  return fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ do: Name } & Fields>
}

/** Every kind of step, on things chosen by such numbers. */
function kindsOf(number: fc.Arbitrary<number>) {
  return {
    start: kind('start', { draft: number, lane: renderLane }),
    delete: kind('delete', { draft: number }),
    cancel: kind('cancel', { render: number }),
    endOverdue: kind('end overdue', { render: number }),
    losePart: kind('lose a part', { render: number }),
    redrive: kind('redrive', { dead: fc.oneof(fc.constant('all' as const), number) }),
    sweep: kind('sweep', {}),
    stage: kind('stage', { node: number, isDue: boolean }),
    claim: kind('claim', { node: number, lane, limit }),
    claimWithoutAnswer: kind('claim without an answer', { node: number, lane, limit }),
    handBackStrays: kind('hand back strays', { node: number, lane }),
    beat: kind('beat', { node: number }),
    pause: kind('pause', { node: number }),
    wake: kind('wake', { node: number }),
    die: kind('die', { node: number }),
    goOn: kind('go on', { run: number, isToTheEnd: boolean }),
    finish: kind('go on', { run: number, isToTheEnd: fc.constant(true) }),
    fail: kind('fail', { run: number, how }),
    handBack: kind('hand back', { run: number }),
  }
}

/** Any step; work that goes on is the most likely one, so that renders come to their ends. */
function stepOf(number: fc.Arbitrary<number>): fc.Arbitrary<Step> {
  const step = kindsOf(number)
  return fc.oneof(
    { weight: 4, arbitrary: step.start },
    { weight: 1, arbitrary: step.delete },
    { weight: 2, arbitrary: step.cancel },
    { weight: 1, arbitrary: step.endOverdue },
    { weight: 2, arbitrary: step.losePart },
    { weight: 2, arbitrary: step.redrive },
    { weight: 4, arbitrary: step.sweep },
    { weight: 2, arbitrary: step.stage },
    { weight: 7, arbitrary: step.claim },
    { weight: 1, arbitrary: step.claimWithoutAnswer },
    { weight: 1, arbitrary: step.handBackStrays },
    { weight: 2, arbitrary: step.beat },
    { weight: 3, arbitrary: step.pause },
    { weight: 2, arbitrary: step.wake },
    { weight: 1, arbitrary: step.die },
    { weight: 14, arbitrary: step.goOn },
    { weight: 3, arbitrary: step.fail },
    { weight: 2, arbitrary: step.handBack },
  )
}

const anyOf = kindsOf(fc.nat({ max: 11 }))
const firstOf = kindsOf(fc.constant(0))
const anyStep = stepOf(fc.nat({ max: 11 }))
// Steps that choose among so few often mean the same draft, render or node.
const closeStep = stepOf(fc.nat({ max: 1 }))

// What chance alone seldom brings about.
const episode: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 3, arbitrary: workGoesOn() },
  { weight: 2, arbitrary: nodeSleeps() },
  { weight: 1, arbitrary: nodesDie() },
  { weight: 1, arbitrary: nodesRestart() },
  { weight: 2, arbitrary: cancelComesLate() },
)

// So that the rest happens in late stages too.
function workGoesOn(): fc.Arbitrary<Step[]> {
  return fc.array(fc.oneof(anyOf.claim, anyOf.finish), { minLength: 4, maxLength: 10 })
}

// Another one takes over, and then the first one wakes up.
function nodeSleeps(): fc.Arbitrary<Step[]> {
  return fc.tuple(anyOf.pause, anyOf.sweep, anyOf.claim, anyStep, firstOf.wake)
}

// Who takes over dies too.
function nodesDie(): fc.Arbitrary<Step[]> {
  const { die, sweep } = firstOf
  const claimed = fc.tuple(anyOf.claim, closeStep, die, sweep)
  return fc.tuple(claimed, claimed).map((twice) => twice.flat())
}

// More often than a job may be handed back.
function nodesRestart(): fc.Arbitrary<Step[]> {
  const restart = fc.tuple(anyOf.claim, firstOf.handBack)
  return restart.map((steps) => Array.from({ length: 8 }, () => steps).flat())
}

// The render fails or is published before its node hears of it.
function cancelComesLate(): fc.Arbitrary<Step[]> {
  const isToTheEnd = fc.constant(false)
  const stages = kind('go on', { run: fc.nat({ max: 3 }), isToTheEnd })
  const times = fc.nat({ max: 3 })
  const rest = fc.tuple(kindsOf(fc.nat({ max: 2 })).cancel, anyOf.fail, anyOf.redrive)
  return fc
    .tuple(stages, times, rest)
    .map(([stage, count, steps]) => Array<Step>(count).fill(stage).concat(steps))
}

/** Steps as they come, one after another. */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: anyStep.map((step) => [step]) },
      { weight: 1, arbitrary: episode },
    ),
    { minLength: 10, maxLength: 35, size: 'max' },
  )
  .map((episodes) => episodes.flat())

/** Up to three steps at once, several times. */
export const anyStepsAtOnce: fc.Arbitrary<Step[][]> = fc.array(
  fc.oneof(
    fc.array(anyStep, { minLength: 1, maxLength: 3 }),
    fc.array(closeStep, { minLength: 2, maxLength: 3 }),
  ),
  { minLength: 10, maxLength: 30, size: 'max' },
)
