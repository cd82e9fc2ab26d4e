/** Ratios of ours to graphile-worker's, and of ours with a backlog to ours without. */
export type Ratios = {
  p50_ratio: number
  p99_ratio: number
  drain_ratio: number
  enqueue_ratio: number
  idle_query_ratio: number
  claim_1m_over_1k: number
  claim_behind_future_over_1k: number
}

const bars: { name: keyof Ratios; min?: number; max?: number }[] = [
  { name: 'p50_ratio', max: 0.9 },
  { name: 'drain_ratio', min: 2.5 },
  { name: 'enqueue_ratio', min: 2 },
  { name: 'idle_query_ratio', max: 0.3 },
  { name: 'claim_1m_over_1k', max: 1.3 },
  { name: 'claim_behind_future_over_1k', max: 1.5 },
]

/** The names of the bars that are missed; a figure that is not there misses its bar. */
export function missedBars(ratios: Partial<Ratios>): string[] {
  return bars
    .filter(({ name, min = -Infinity, max = Infinity }) => {
      const figure = ratios[name] ?? Number.NaN
      return !(figure >= min && figure <= max)
    })
    .map(({ name }) => name)
}
