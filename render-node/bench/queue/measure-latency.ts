import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../../shared/process/until.ts'
import type { Contestant } from './contestant.ts'
import { percentile } from './percentile.ts'

const gapMs = 10
const warmUpCount = 30

/** From the call that enqueues a job to the begin of its work, in ms, with an idle worker. */
export async function measureLatency(
  contestant: Contestant,
  url: string,
  { count, concurrency }: { count: number; concurrency: number },
): Promise<{ p50: number; p99: number }> {
  const addedAt: number[] = []
  const startedAt: number[] = []
  const onStart = (number: number) => {
    startedAt[number] ??= performance.now()
  }
  const total = warmUpCount + count
  {
    await using _worker = await contestant.startWorker(url, { concurrency, onStart })
    await using feed = await contestant.openFeed(url)
    const additions: Promise<void>[] = []
    const from = performance.now()
    for (let number = 0; number < total; number++) {
      await delay(from + number * gapMs - performance.now())
      addedAt[number] = performance.now()
      additions.push(feed.add(number))
    }
    await Promise.all(additions)
    await until('every job has begun', () => Object.keys(startedAt).length === total)
  }
  const latencies = addedAt.map((at, number) => (startedAt[number] ?? Number.NaN) - at)
  const measured = latencies.slice(warmUpCount)
  return { p50: percentile(measured, 0.5), p99: percentile(measured, 0.99) }
}
