import { BenchDatabases } from './bench-databases.ts'
import { compareClaims } from './compare-claims.ts'
import { compareIdle, compareQueues, makeTemplates, type Tell } from './compare-queues.ts'
import type { Ratios } from './judge-queue-bench.ts'
import { type Figures, measureNames } from './measure.ts'
import type { BenchSizes } from './queue-bench-sizes.ts'

type Options = {
  sizes: BenchSizes
  /** Names of the parts to measure; all when left out. */
  only: string[] | undefined
  /** Of the idle render node. */
  environment: Record<string, string>
  tell: Tell
}

export type Report = {
  ratios: Partial<Ratios>
  figures: { ours: Record<string, unknown>; graphile: Record<string, unknown> }
}

/** Measures both queues on one server. Latencies are ms, rates are per second. */
export async function runQueueBench(serverUrl: string, options: Options): Promise<Report> {
  const { sizes, tell } = options
  const isWanted = (name: string) => options.only?.includes(name) ?? true
  await using databases = new BenchDatabases(serverUrl)
  const templates = await makeTemplates(databases)
  const use = { ...options, databases, templates }
  const ours: Record<string, Figures> = {}
  const graphile: Record<string, Figures> = {}
  for (const name of measureNames.filter(isWanted)) {
    const figures = await compareQueues(name, use)
    ours[name] = figures.ours
    graphile[name] = figures.graphile
  }
  if (isWanted('idle')) {
    const figures = await compareIdle(use)
    ours['idle'] = figures.ours
    graphile['idle'] = figures.graphile
  }
  const ratio = (name: string, figure: string) =>
    (ours[name]?.[figure] ?? Number.NaN) / (graphile[name]?.[figure] ?? Number.NaN)
  const compared = {
    p50_ratio: ratio('latency', 'p50'),
    p99_ratio: ratio('latency', 'p99'),
    drain_ratio: ratio('drain', 'jobsPerSecond'),
    enqueue_ratio: ratio('enqueue', 'jobsPerSecond'),
    idle_query_ratio: ratio('idle', 'statementsPerSecond'),
  }
  if (!isWanted('claims')) return { ratios: compared, figures: { ours, graphile } }
  const template = templates.ours
  const { claimMs, ...claims } = await compareClaims(databases, { template, sizes: sizes.claims })
  tell(`claims ${JSON.stringify(claimMs)}`)
  return { ratios: { ...compared, ...claims }, figures: { ours: { ...ours, claimMs }, graphile } }
}
