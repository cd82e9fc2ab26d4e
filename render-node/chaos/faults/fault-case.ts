import {
  type FaultAction,
  faultActions,
  type FaultPointName,
  faultPointNames,
} from '../../../shared/process/fault-point.ts'

/** What has to happen for a process to come by the point. */
export type Scene =
  | 'a render'
  | 'a script'
  | 'a render that fails once'
  | 'a render that cannot be planned'
  | 'a render that is cancelled'
  | 'a node that is told to end'
  | 'a job whose node died'
  | 'a job whose node died twice'
  | 'a request for a render'

export type FaultCase = { point: FaultPointName; action: FaultAction; scene: Scene }

const sceneOf: Partial<Record<FaultPointName, Scene>> = {
  'script.fetched': 'a script',
  'script.before-settle': 'a script',
  'retry.before': 'a render that fails once',
  'bury.before': 'a render that cannot be planned',
  'cancel.before': 'a render that is cancelled',
  'hand-back.before': 'a node that is told to end',
  'drain.begun': 'a node that is told to end',
  'reclaim.requeued': 'a job whose node died',
  'reclaim.buried': 'a job whose node died twice',
  'start-render.inserted': 'a request for a render',
}

/** Every point with every action, or those of the named points. */
export function faultCases(only: readonly string[] = faultPointNames): FaultCase[] {
  return faultPointNames
    .filter((point) => only.includes(point))
    .flatMap((point) =>
      faultActions.map((action) => ({ point, action, scene: sceneOf[point] ?? 'a render' })),
    )
}

/** How the render, or the draft whose script it is about, has to end all the same. */
export function endOf(scene: Scene): string {
  switch (scene) {
    case 'a render':
    case 'a render that fails once':
    case 'a node that is told to end':
    case 'a job whose node died':
    case 'a request for a render':
      return 'done'
    case 'a script':
      return 'ready'
    case 'a render that cannot be planned':
      return 'failed plan_mismatch'
    case 'a job whose node died twice':
      return 'failed node_crashed'
    case 'a render that is cancelled':
      return 'cancelled'
  }
}
