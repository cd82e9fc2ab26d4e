import { expect, test } from 'vitest'
import { byteRangeOf } from './byte-range.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=99-99', { first: 99, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=100-', undefined],
  ['bytes=100-200', undefined],
  ['bytes=-0', undefined],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=1e1-20', 'whole'],
  ['items=0-9', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
])('of a file of 100 bytes, %s is %o', (header, range) => {
  expect(byteRangeOf(header, 100)).toEqual(range)
})
