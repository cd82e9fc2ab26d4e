import type { Sql } from '../connect.ts'

// Dead letters are news for so long.
const newsMinutes = 15

/**
 * Raises alerts for what is wrong with the queue now, and ends those for what is over: jobs given up
 * (per kind; those that were redriven until they succeed), jobs that wait longer than their lane's objective (per lane). True when there may be
 * something to tell.
 */
export async function recordQueueAlerts(sql: Sql): Promise<boolean> {
  return recordAlerts(
    sql,
    ['dead', 'late'],
    sql`
      select
        'dead:' || kind as name,
        format(
          'Jobs of the kind %s were given up: %s within %s minutes, the last one with the code %s.',
          kind,
          count(*),
          ${newsMinutes}::integer,
          (array_agg(error ->> 'code' order by died_at desc))[1]
        ) as sentence
      from dead_letters
      where died_at > clock_timestamp() - make_interval(mins => ${newsMinutes})
        and (
          answered_at is null
          -- What was redriven has not succeeded yet.
          or answer = 'redriven' and exists (
            select from jobs
            where
              jobs.render_id = dead_letters.render_id
              or (
                jobs.render_id is null
                and dead_letters.render_id is null
                and jobs.unique_key = dead_letters.kind || ':' || dead_letters.draft_id
              )
          )
        )
      group by kind
      union all
      select
        'late:' || lane,
        format(
          'Jobs of the lane %s wait too long: %s wait, the oldest for %s s; the objective is %s s.',
          lane,
          sum(waiting),
          round(max(oldest_seconds)),
          objective_seconds
        )
      from queue_age
      join lanes using (lane)
      left join alerts on alerts.name = 'late:' || lane and alerts.recovered_at is null
      group by lane, objective_seconds, alerts.name
      -- What is late is late until the wait has fallen to half, lest it be told again and again.
      having max(oldest_seconds) > objective_seconds / case when alerts.name is null then 1 else 2 end`,
  )
}

/** The same for each rule of the view `invariants` that is broken. */
export async function recordRuleAlerts(sql: Sql): Promise<boolean> {
  return recordAlerts(
    sql,
    ['broken'],
    sql`
      select
        'broken:' || rule as name,
        format('A rule is broken: %s (%s times, such as %s).', rule, count(*), min(subject)) as sentence
      from invariants
      group by rule`,
  )
}

async function recordAlerts(
  sql: Sql,
  families: string[],
  conditions: ReturnType<Sql>,
): Promise<boolean> {
  const [recorded] = await sql<{ isWorthTelling: boolean }[]>`
    with found as materialized (${conditions}),
    raised as (
      insert into alerts (name, sentence)
      select name, sentence from found order by name
      on conflict (name) do update
      set
        sentence = excluded.sentence,
        raised_at =
          case when alerts.recovered_at is null then alerts.raised_at else excluded.raised_at end,
        recovered_at = null
      returning name
    ),
    ended as (
      update alerts
      set recovered_at = clock_timestamp()
      where recovered_at is null
        and split_part(name, ':', 1) = any (${families})
        and not exists (select from found where found.name = alerts.name)
      returning name
    )
    select
      exists (select from raised)
      or exists (select from ended)
      or exists (
        select from alerts
        where recovered_at is null or told_at is null or told_at < recovered_at
      ) as "isWorthTelling"`
  return recorded?.isWorthTelling ?? false
}
