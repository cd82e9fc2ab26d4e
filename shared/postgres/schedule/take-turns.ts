import type { Sql } from '../connect.ts'

// Any number that no other program is likely to lock; the same in every Makara process.
const scheduleLock = 7_281_953_003

/** What a process tells of a task it knows. */
export type TaskReport = {
  name: string
  everyMs: number
  /** False: not by this process, not now. */
  mayStart: boolean
  /** Which run is, or was, this process's: the database's time at which it was given out. */
  runId: string | null
  /** How that run ended; null while it lasts. */
  ended: { ms: number; error: string | null } | null
}

export type TaskTurn = {
  name: string
  /** A run that is this process's to do now. */
  runId: string | null
  /** What was told of the old run: written, refused as another process took over, or not heard. */
  told: 'written' | 'superseded' | 'not heard'
  /** Null when the task has no row. */
  dueInMs: number | null
}

/**
 * One look at the schedule. Whoever holds the lock keeps his running tasks from others by moving them
 * on, writes how his ended ones ended, and takes those that are due by the database's clock. A time
 * far in the future is one that a clock wrote which was wrong, or a longer interval: due as well.
 */
export async function takeTurns(sql: Sql, reports: TaskReport[]): Promise<TaskTurn[]> {
  return sql<TaskTurn[]>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(${scheduleLock}) as is_ours, clock_timestamp() as at
    ),
    report as materialized (${reportRows(sql, reports)}),
    seen as materialized (${seenRows(sql)}),
    written as (
      update schedule
      set
        next_run_at =
          case when is_due or lasted is null then at + every else schedule.next_run_at end,
        started_at = case when is_due then at else schedule.started_at end,
        finished_at = case when has_ended then run_id + lasted else schedule.finished_at end,
        error = case when has_ended then seen.error else schedule.error end
      from seen
      where schedule.task = seen.task and (is_due or is_held)
      returning schedule.task, schedule.next_run_at
    )
    select
      report.task as name,
      case when seen.is_due then to_json(seen.at) end as "runId",
      case
        when seen.is_held then 'written'
        when seen.task is not null then 'superseded'
        else 'not heard'
      end as told,
      extract(epoch from coalesce(written.next_run_at, schedule.next_run_at) - turn.at)::float8 * 1000
        as "dueInMs"
    from report
    cross join turn
    left join schedule using (task)
    left join seen using (task)
    left join written using (task)`
}

function reportRows(sql: Sql, reports: TaskReport[]) {
  return sql`
    select
      task,
      every_ms * interval '1 ms' as every,
      may_start,
      run_id,
      (ended ->> 'ms')::float8 * interval '1 ms' as lasted,
      ended ->> 'error' as error
    from jsonb_to_recordset(${sql.json(reports.map(columnsOf))}) as report (
      task text, every_ms float8, may_start boolean, run_id timestamptz, ended jsonb
    )`
}

// Locked, so that a run that was given out a moment ago is seen.
function seenRows(sql: Sql) {
  return sql`
    select
      report.*,
      turn.at,
      coalesce(schedule.started_at = report.run_id, false) as is_held,
      coalesce(schedule.started_at = report.run_id and lasted is not null, false) as has_ended,
      report.may_start and (
        schedule.next_run_at <= turn.at
        or schedule.next_run_at > turn.at + report.every + interval '1 minute'
      ) as is_due
    from schedule
    join report using (task)
    cross join turn
    where turn.is_ours
    order by task
    for update of schedule`
}

function columnsOf({ name, everyMs, mayStart, runId, ended }: TaskReport) {
  return { task: name, every_ms: everyMs, may_start: mayStart, run_id: runId, ended }
}

/** Gives tasks that nobody has known before their rows. They are due at once. */
export async function addTasks(sql: Sql, names: string[]): Promise<void> {
  await sql`
    insert into schedule (task)
    select name from unnest(${names}::text[]) as name order by name
    on conflict (task) do nothing`
}
