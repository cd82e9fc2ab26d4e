import { expect, test } from 'vitest'
import { faultActions, faultPointNames } from '../../../shared/process/fault-point.ts'
import { endOf, faultCases } from './fault-case.ts'

test('every fault point is tried with every action', () => {
  const cases = faultCases()

  expect(cases).toHaveLength(faultPointNames.length * faultActions.length)
  expect(new Set(cases.map(({ scene }) => endOf(scene)))).toEqual(
    new Set(['done', 'ready', 'cancelled', 'failed plan_mismatch', 'failed node_crashed']),
  )
})

test('only the named points are tried when some are named', () => {
  const cases = faultCases(['part.moved'])

  expect(cases.map(({ point, action }) => `${point} ${action}`)).toEqual([
    'part.moved kill',
    'part.moved throw',
    'part.moved stop',
  ])
})
