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
  | { do: 'cancel' | 'end overdue'; render: number }
  | { do: 'lose a part'; render: number; part: number }
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
export function kind<Name extends Step['do'], Fields extends object>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): fc.Arbitrary<{ do: Name } & Fields> {
  return fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ do: Name } & Fields>
}

/** Every kind of step, on things chosen by such numbers. */
export function kindsOf(number: fc.Arbitrary<number>) {
  return {
    start: kind('start', { draft: number, lane: renderLane }),
    delete: kind('delete', { draft: number }),
    cancel: kind('cancel', { render: number }),
    endOverdue: kind('end overdue', { render: number }),
    losePart: kind('lose a part', { render: number, part: number }),
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
export function stepOf(number: fc.Arbitrary<number>): fc.Arbitrary<Step> {
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
