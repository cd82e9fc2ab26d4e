import type { ContestantName } from './contestant.ts'
import { graphileQueue } from './graphile-queue.ts'
import { measureDrain } from './measure-drain.ts'
import { measureEnqueue } from './measure-enqueue.ts'
import { measureLatency } from './measure-latency.ts'
import { ourQueue } from './our-queue.ts'
import type { BenchSizes } from './queue-bench-sizes.ts'

export const contestants = { ours: ourQueue, graphile: graphileQueue }

export const measureNames = ['latency', 'drain', 'enqueue'] as const
export type MeasureName = (typeof measureNames)[number]
export type Figures = Record<string, number>

export type MeasureOptions = { contestant: ContestantName; url: string; sizes: BenchSizes }
export type MeasureTask = MeasureOptions & { name: MeasureName | 'idle' }

/** Takes one measurement in this process, on an empty database. */
export async function measure(name: MeasureName, options: MeasureOptions): Promise<Figures> {
  const { url, sizes } = options
  const contestant = contestants[options.contestant]
  const { concurrency, inFlight } = sizes
  switch (name) {
    case 'latency':
      return measureLatency(contestant, url, { count: sizes.latency, concurrency })
    case 'drain':
      return measureDrain(contestant, url, { count: sizes.drain, concurrency })
    case 'enqueue':
      return measureEnqueue(contestant, url, { count: sizes.enqueue, inFlight })
  }
}
