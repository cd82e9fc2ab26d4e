import type { Contestant } from './contestant.ts'

const warmUpCount = 200

/** Jobs per second that one process puts in the queue one by one, `inFlight` calls at a time. */
export async function measureEnqueue(
  contestant: Contestant,
  url: string,
  { count, inFlight }: { count: number; inFlight: number },
): Promise<{ jobsPerSecond: number; enqueuedCount: number }> {
  await using feed = await contestant.openFeed(url)
  let next = 0
  const addUntil = async (end: number) => {
    while (next < end) await feed.add(next++)
  }
  const addAll = (end: number) => Promise.all(Array.from({ length: inFlight }, () => addUntil(end)))
  await addAll(warmUpCount)
  const from = performance.now()
  await addAll(warmUpCount + count)
  const seconds = (performance.now() - from) / 1000
  return { jobsPerSecond: count / seconds, enqueuedCount: next }
}
