import { expect, test } from 'vitest'
import { until } from '../../process/until.ts'
import { Patience } from './patience.ts'

const task = { name: 'judge', everyMs: 1, run: async () => undefined }
const brief = { ...task, patienceMs: 20 }
const long = { ...task, patienceMs: 3_600_000 }

test('a process that never lost the database judges at once, unless it is to wait at its start', () => {
  const patience = new Patience()
  patience.reachedDatabase()
  expect(patience.isOverFor(long)).toBe(true)
  expect(patience.isOverFor({ ...long, isPatientAtStart: true })).toBe(false)
})

test('after a loss the time counts from the first success', async () => {
  const patience = new Patience()
  patience.lostDatabase()
  expect([patience.isOverFor(brief), patience.isOverFor(task)]).toEqual([false, true])
  patience.reachedDatabase()
  const backAt = performance.now()
  patience.reachedDatabase()

  await until('patience is over', () => patience.isOverFor(brief), { everyMs: 1 })

  expect(performance.now() - backAt).toBeGreaterThan(19)
  expect(patience.isOverFor(long)).toBe(false)
})
