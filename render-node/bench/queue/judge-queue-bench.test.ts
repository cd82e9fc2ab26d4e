import { expect, test } from 'vitest'
import { missedBars, type Ratios } from './judge-queue-bench.ts'

const good: Ratios = {
  p50_ratio: 0.9,
  p99_ratio: 5,
  drain_ratio: 2.5,
  enqueue_ratio: 2,
  idle_query_ratio: 0.3,
  claim_1m_over_1k: 1.3,
  claim_behind_future_over_1k: 1.5,
}

test('figures at their bars miss none', () => {
  expect(missedBars(good)).toEqual([])
})

test.each([
  { p50_ratio: 0.91 },
  { drain_ratio: 2.49 },
  { enqueue_ratio: 1.99 },
  { idle_query_ratio: 0.31 },
  { claim_1m_over_1k: 1.31 },
  { claim_behind_future_over_1k: 1.51 },
])('%o misses its bar', (bad) => {
  expect(missedBars({ ...good, ...bad })).toEqual(Object.keys(bad))
})

test('a figure that is not there misses its bar', () => {
  const { drain_ratio: _, ...rest } = good
  expect(missedBars(rest)).toEqual(['drain_ratio'])
})
