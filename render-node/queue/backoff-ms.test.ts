import { expect, test } from 'vitest'
import { backoffMs } from './backoff-ms.ts'

test('the pause is random below a doubling bound that is capped at a minute', () => {
  const bounds = [1, 2, 3, 10].map((attempts) => backoffMs(attempts, () => 1))
  expect(bounds).toEqual([2000, 4000, 8000, 60_000])
  expect(backoffMs(3, () => 0)).toBe(0)
  expect(backoffMs(3, () => 0.25)).toBe(2000)
})
