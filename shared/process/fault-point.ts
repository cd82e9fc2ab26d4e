import { log, writeLog } from './log.ts'

/** The places where a test can have a process die, fail or stand still. */
export const faultPointNames = [
  'claim.before',
  'claim.after',
  'job.started',
  'plan.selected',
  'plan.before-settle',
  'part.rendered',
  'part.moved',
  'part.before-settle',
  'assemble.combined',
  'assemble.checked',
  'assemble.before-publishing',
  'publish.video-moved',
  'publish.manifest-written',
  'publish.output-inserted',
  'publish.before-commit',
  'publish.after-commit',
  'settle.before-finish',
  'settle.after-finish',
  'settle.before-commit',
  'settle.after-commit',
  'script.fetched',
  'script.before-settle',
  'retry.before',
  'bury.before',
  'hand-back.before',
  'cancel.before',
  'beat.before',
  'beat.after',
  'reclaim.requeued',
  'reclaim.buried',
  'drain.begun',
  'start-render.inserted',
] as const
export type FaultPointName = (typeof faultPointNames)[number]

export const faultActions = ['kill', 'throw', 'stop'] as const
export type FaultAction = (typeof faultActions)[number]

const armed = new Map<string, { action: FaultAction; passesLeft: number }>()

/**
 * Arms the points named in MAKARA_FAULT_POINT: `name:kill|throw|stop`, each with `:n` for its n-th
 * pass, with commas between. Only under NODE_ENV=test.
 * @throws when the variable is set elsewhere or cannot be read.
 */
export function armFaultPoint(environment: Record<string, string | undefined>): void {
  const text = environment.MAKARA_FAULT_POINT
  if (!text) return
  if (environment.NODE_ENV !== 'test') {
    throw new Error('MAKARA_FAULT_POINT is for NODE_ENV=test only')
  }
  for (const point of text.split(',')) {
    const [name = '', action = '', pass = '1'] = point.split(':')
    if (
      !isOneOf(faultPointNames, name) ||
      !isOneOf(faultActions, action) ||
      !/^[1-9]$/.test(pass)
    ) {
      throw new Error(`MAKARA_FAULT_POINT has no point "${point}"`)
    }
    armed.set(name, { action, passesLeft: Number(pass) })
  }
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return names.some((known) => known === name)
}

/** Does nothing, unless it is armed and this is the pass: then what was asked for, once. */
export async function faultPoint(name: FaultPointName): Promise<void> {
  const point = armed.get(name)
  if (!point || --point.passesLeft > 0) return
  armed.delete(name)
  log('fault-point.reached', { name, action: point.action })
  writeLog()
  switch (point.action) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL')
      return
    case 'stop':
      process.kill(process.pid, 'SIGSTOP')
      return
    case 'throw':
      throw new Error(`Thrown at the fault point ${name}`)
  }
}
