import type { Sql } from './connect.ts'

const historyDays = 30
const deadLetterDays = 90
const nodeDays = 7
const batchSize = 10_000

/**
 * Removes rows that only tell of the past: ended jobs and alerts after 30 days, dead letters after 90,
 * nodes that have been silent for 7, sign-in links and sessions that can no longer be used. Returns
 * how many.
 */
export async function pruneOldRows(sql: Sql): Promise<number> {
  const pruned = [
    await sql`
      delete from nodes
      where seen_at < clock_timestamp() - make_interval(days => ${nodeDays})`,
    await sql`
      delete from dead_letters
      where died_at < clock_timestamp() - make_interval(days => ${deadLetterDays})`,
    await sql`
      delete from alerts
      where recovered_at < clock_timestamp() - make_interval(days => ${historyDays})`,
    await sql`delete from sign_in_links where expires_at < clock_timestamp()`,
    await sql`delete from sessions where expires_at < clock_timestamp()`,
  ]
  const counts = pruned.map((result) => result.count)
  return (await pruneHistory(sql)) + counts.reduce((sum, count) => sum + count, 0)
}

// Millions of rows in one statement would meet the time limit, and so would every later try.
async function pruneHistory(sql: Sql): Promise<number> {
  for (let total = 0; ; ) {
    const { count } = await sql`
      delete from job_history
      where id = any (array(
        select id from job_history
        where finished_at < clock_timestamp() - make_interval(days => ${historyDays})
        order by finished_at
        limit ${batchSize}
      ))`
    total += count
    if (count < batchSize) return total
  }
}
