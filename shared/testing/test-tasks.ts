import type { Sql } from '../postgres/connect.ts'
import { Schedule } from '../postgres/schedule/schedule.ts'
import type { ScheduledTask } from '../postgres/schedule/scheduled-task.ts'

const hourMs = 3_600_000

/** A schedule whose log is kept. */
export function scheduleOf(
  sql: Sql,
  tasks: ScheduledTask[],
  loggedEvents: string[] = [],
): Schedule {
  return new Schedule({ sql, tasks, log: (event) => void loggedEvents.push(event) })
}

/** A task that keeps its runs, each of which ends when it is told to. */
export function heldTask(name = 'held') {
  const runs: { signal: AbortSignal; end: () => void }[] = []
  const task: ScheduledTask = {
    name,
    everyMs: hourMs,
    run: (signal) =>
      new Promise<void>((resolve) => {
        runs.push({ signal, end: resolve })
        signal.addEventListener('abort', () => resolve())
      }),
  }
  return { task, runs }
}

/** A task that counts its runs. */
export function countedTask(name = 'counted', more: Partial<ScheduledTask> = {}) {
  const counted = { count: 0 }
  const run = async () => void counted.count++
  return Object.assign(counted, { task: { name, everyMs: hourMs, run, ...more } })
}

/** Makes every task due, as of so long ago. */
export async function makeDue(sql: Sql, ago = '1 second'): Promise<void> {
  await sql`update schedule set next_run_at = clock_timestamp() - ${ago}::interval`
}
