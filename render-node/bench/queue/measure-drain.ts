import { connect } from '../../../shared/postgres/connect.ts'
import { until } from '../../../shared/process/until.ts'
import type { Contestant } from './contestant.ts'

const limitMs = 120_000

/** Jobs per second of one worker that starts with `count` jobs waiting, until none is left. */
export async function measureDrain(
  contestant: Contestant,
  url: string,
  { count, concurrency }: { count: number; concurrency: number },
): Promise<{ jobsPerSecond: number; startCount: number }> {
  {
    await using feed = await contestant.openFeed(url)
    await feed.fill(count)
  }
  const sql = connect(url, { applicationName: 'makara bench', connectionsMax: 1 })
  await sql`checkpoint`
  const unfinished = async () => (await sql.unsafe(contestant.unfinishedCount))[0]?.['count']
  let startCount = 0
  const from = performance.now()
  await using _worker = await contestant.startWorker(url, {
    concurrency,
    onStart: () => {
      startCount++
    },
  })
  const options = { withinMs: limitMs, everyMs: 5 }
  await until('every job has begun', () => startCount >= count, options)
  await until('every job has ended', async () => (await unfinished()) === 0, options)
  const ms = performance.now() - from
  await sql.end()
  return { jobsPerSecond: count / (ms / 1000), startCount }
}
