import { expect, test } from 'vitest'
import { formatBytes, formatClock, formatCount, formatSeconds } from './format-quantity.ts'

test('a running clock shows minutes and seconds, and hours only when needed', () => {
  expect([0, 9_999, 62_000, 3_725_000, -5].map(formatClock)).toEqual([
    '0:00',
    '0:09',
    '1:02',
    '1:02:05',
    '0:00',
  ])
})

test('a length keeps half seconds and drops a zero', () => {
  expect([24, 4.5, 0.1 + 0.2].map(formatSeconds)).toEqual(['24 s', '4.5 s', '0.3 s'])
})

test('a size never reads as 1000 of the smaller unit', () => {
  expect([880, 12_400, 999_499, 999_500, 3_440_000].map(formatBytes)).toEqual([
    '880 B',
    '12 kB',
    '999 kB',
    '1.0 MB',
    '3.4 MB',
  ])
})

test('one of something is singular', () => {
  expect([formatCount(1, 'credit'), formatCount(0, 'credit'), formatCount(1200, 'credit')]).toEqual(
    ['1 credit', '0 credits', '1,200 credits'],
  )
})
