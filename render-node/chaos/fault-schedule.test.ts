import { expect, test } from 'vitest'
import { faultKinds, faultSchedule } from './fault-schedule.ts'
import { SeededRandom } from './seeded-random.ts'
import { visitSchedule } from './visit-schedule.ts'

function first<T>(count: number, schedule: Generator<T, never>): T[] {
  return Array.from({ length: count }, () => schedule.next().value)
}

function faults(seed: number) {
  return first(50, faultSchedule(new SeededRandom(seed)))
}

function visits(seed: number) {
  return first(50, visitSchedule(new SeededRandom(seed)))
}

test('the same seed brings the same faults and visits, another one others', () => {
  expect(faults(7)).toEqual(faults(7))
  expect(visits(7)).toEqual(visits(7))
  expect(faults(8)).not.toEqual(faults(7))
  expect(visits(8)).not.toEqual(visits(7))
})

test('a run of 40 seconds sees every kind of fault', () => {
  for (const seed of [1, 7, 42]) {
    const injected = first(100, faultSchedule(new SeededRandom(seed)))
    let ms = 0
    const seen = injected.filter(({ waitMs }) => {
      ms += waitMs
      return ms < 40_000
    })
    expect(new Set(seen.map(({ kind }) => kind)).size).toBe(faultKinds.length)
  }
})
