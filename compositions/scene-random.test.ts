import { expect, test } from 'vitest'
import { pickOf, randomOf } from './scene-random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  expect(tenOf('scene1')).toEqual(tenOf('scene1'))
  expect(tenOf('scene1')).not.toEqual(tenOf('scene2'))
})

test('numbers are from 0 up to 1 and spread evenly', () => {
  const random = randomOf('spread')
  const numbers = Array.from({ length: 4000 }, random)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  expect(numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toBeCloseTo(0.5, 1)
})

test('every choice is picked by some scene', () => {
  const picked = new Set(
    Array.from({ length: 100 }, (_, index) => pickOf(`scene${index}`, ['a', 'b', 'c', 'd'])),
  )
  expect(picked.size).toBe(4)
})

function tenOf(seed: string): number[] {
  return Array.from({ length: 10 }, randomOf(seed))
}
