import { expect, test } from 'vitest'
import { fitSize } from './fit-size.ts'

test('finds the largest size that fits, wherever the limit is', () => {
  for (let limit = 20; limit <= 90; limit++) {
    expect(fitSize({ min: 20, max: 90, fits: (size) => size <= limit })).toBe(limit)
  }
})

test('stays within the largest size allowed', () => {
  expect(fitSize({ min: 20, max: 90, fits: () => true })).toBe(90)
})

test('says so when not even the smallest size fits', () => {
  expect(fitSize({ min: 20, max: 90, fits: (size) => size < 20 })).toBeNull()
})
