import type { Sql } from './connect.ts'

const historyDays = 30
const nodeDays = 7

/**
 * Removes rows that only tell of the past: ended jobs after 30 days, nodes that have been silent for
 * 7, sign-in links and sessions that can no longer be used. Returns how many.
 */
export async function pruneOldRows(sql: Sql): Promise<number> {
  const pruned = [
    await sql`
      delete from job_history
      where finished_at < clock_timestamp() - make_interval(days => ${historyDays})`,
    await sql`
      delete from nodes
      where seen_at < clock_timestamp() - make_interval(days => ${nodeDays})`,
    await sql`delete from sign_in_links where expires_at < clock_timestamp()`,
    await sql`delete from sessions where expires_at < clock_timestamp()`,
  ]
  return pruned.reduce((sum, result) => sum + result.count, 0)
}
