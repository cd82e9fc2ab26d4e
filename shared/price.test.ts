import { expect, test } from 'vitest'
import { priceOf } from './price.ts'

test.each([
  ['story', 1, 2],
  ['story', 900, 2],
  ['story', 901, 3],
  ['promo', 1, 1],
  ['promo', 900, 1],
  ['promo', 901, 2],
  ['promo', 1800, 2],
  ['promo', 1801, 3],
] as const)('a %s of %i frames costs %i', (format, frameCount, price) => {
  expect(priceOf({ format, frameCount })).toBe(price)
})
