import { expect, test } from 'vitest'
import { stillSizeOf } from './still-size.ts'

const range = { max: 16, min: 6 }

test('short words are drawn as large as allowed, longer texts smaller, none below the least', () => {
  expect(stillSizeOf('Tea', range)).toBe(16)
  expect(stillSizeOf('a b c d '.repeat(9), range)).toBeLessThan(12)
  expect(stillSizeOf('x'.repeat(120), range)).toBe(6)
  expect(stillSizeOf('', range)).toBe(16)
})
