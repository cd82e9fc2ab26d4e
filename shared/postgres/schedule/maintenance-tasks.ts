import type { AlertSettings } from '../../process/alert-settings.ts'
import type { Log } from '../../process/log.ts'
import type { Sql } from '../connect.ts'
import { pruneOldRows } from '../prune-old-rows.ts'
import { reclaimLapsedJobs } from '../reclaim-lapsed-jobs.ts'
import { AlertTeller } from './alert-teller.ts'
import { endOverdueRenders } from './end-overdue-renders.ts'
import { recordRuleAlerts } from './record-alerts.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import { sweepLanes } from './sweep-lanes.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

type Maintenance = {
  sql: Sql
  leaseSeconds: number
  alerts: AlertSettings
  log: Log
  /** How long nodes may work on one render. */
  renderDeadlineMinutes?: number
}

/** What every process of the farm sees to, so that it heals with any of them down. */
export function maintenanceTasks(maintenance: Maintenance): ScheduledTask[] {
  const { sql, leaseSeconds, log, renderDeadlineMinutes = 30 } = maintenance
  const leaseMs = leaseSeconds * secondMs
  const teller = new AlertTeller(maintenance)
  return [
    {
      name: 'reclaim',
      everyMs: leaseMs / 3,
      patienceMs: leaseMs,
      run: () => tell(log, 'jobs.reclaimed', reclaimLapsedJobs(sql, { leaseSeconds })),
    },
    {
      name: 'end-overdue',
      everyMs: 10 * secondMs,
      run: () =>
        tell(
          log,
          'renders.overdue',
          endOverdueRenders(sql, { deadlineMinutes: renderDeadlineMinutes }),
        ),
    },
    {
      name: 'sweep-lanes',
      everyMs: minuteMs,
      // Nodes that come up with this process, or with the database, get ready first.
      patienceMs: 5 * minuteMs,
      isPatientAtStart: true,
      run: (signal) => tell(log, 'jobs.abandoned', sweepLanes(sql, signal)),
    },
    { name: 'alerts', everyMs: 10 * secondMs, run: (signal) => teller.pass(signal) },
    { name: 'check-invariants', everyMs: minuteMs, run: () => recordRuleAlerts(sql) },
    {
      name: 'prune-rows',
      everyMs: hourMs,
      run: () => tell(log, 'rows.pruned', pruneOldRows(sql)),
    },
  ]
}

async function tell(log: Log, event: string, counting: Promise<number>): Promise<void> {
  const count = await counting
  if (count > 0) log(event, { count })
}
