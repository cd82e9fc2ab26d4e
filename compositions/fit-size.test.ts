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

test('ends for limits that are not whole', () => {
  for (let max = 54; max <= 72; max += 0.1) {
    let probes = 0
    const fits = () => {
      probes += 1
      if (probes > 100) throw new Error('Searches for ever')
      return true
    }
    expect(fitSize({ min: 54, max, fits })).toBe(Math.floor(max))
  }
})
