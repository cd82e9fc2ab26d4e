import * as fc from 'fast-check'
import { kind, kindsOf, type Step, stepOf } from './step.ts'

const anyOf = kindsOf(fc.nat({ max: 11 }))
const claimStandard = kind('claim', {
  node: fc.nat({ max: 11 }),
  lane: fc.constant('standard' as const),
  limit: fc.constant(3),
})
const firstOf = kindsOf(fc.constant(0))
const anyStep = stepOf(fc.nat({ max: 11 }))
// Steps that choose among so few often mean the same draft, render or node.
const closeStep = stepOf(fc.nat({ max: 1 }))

// What chance alone seldom brings about.
const episode: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 2, arbitrary: workGoesOn() },
  { weight: 3, arbitrary: nodeSleeps() },
  { weight: 1, arbitrary: nodesDie() },
  { weight: 1, arbitrary: nodesRestart() },
  { weight: 2, arbitrary: cancelComesLate() },
  { weight: 1, arbitrary: diskFails() },
)

// So that the rest happens in late stages too.
function workGoesOn(): fc.Arbitrary<Step[]> {
  const { finish } = anyOf
  const round = fc.tuple(claimStandard, finish, finish, finish)
  return fc
    .tuple(fc.array(round, { minLength: 1, maxLength: 3 }), claimStandard)
    .map(([rounds, claimed]) => rounds.flat().concat(claimed))
}

// Another one takes over, and then the first one wakes up.
function nodeSleeps(): fc.Arbitrary<Step[]> {
  return fc.tuple(anyOf.pause, anyOf.sweep, claimStandard, anyStep, firstOf.wake)
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
  const stages = fc.integer({ min: 1, max: 3 })
  const cancel = kindsOf(fc.nat({ max: 2 })).cancel
  return fc
    .tuple(workGoesOn(), stages, fc.tuple(cancel, anyOf.fail, anyOf.redrive))
    .map(([work, count, late]) => work.concat(goOnFor(count), late))
}

function goOnFor(stages: number): Step[] {
  return Array.from({ length: stages }, () => ({ do: 'go on', run: 0, isToTheEnd: false }))
}

// Before, while and after a render is put together.
function diskFails(): fc.Arbitrary<Step[]> {
  const { losePart } = kindsOf(fc.nat({ max: 1 }))
  const losses = fc.tuple(losePart, losePart, claimStandard, firstOf.finish)
  return fc.tuple(workGoesOn(), losses, losses).map((steps) => steps.flat())
}

/** Steps as they come, one after another. */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: anyStep.map((step) => [step]) },
      { weight: 1, arbitrary: episode },
    ),
    { minLength: 1, maxLength: 36, size: 'max' },
  )
  .map((episodes) => episodes.flat())

/** Up to three steps at once, several times. */
export const anyStepsAtOnce: fc.Arbitrary<Step[][]> = fc.array(
  fc.oneof(
    fc.array(anyStep, { minLength: 1, maxLength: 3 }),
    fc.array(closeStep, { minLength: 2, maxLength: 3 }),
  ),
  { minLength: 1, maxLength: 36, size: 'max' },
)
