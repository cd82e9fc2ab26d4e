import type { Sql } from '../connect.ts'

// While it lasts, what was told is told again after so long.
const repeatMinutes = 15

export type UntoldAlert = {
  event: 'alert.raised' | 'alert.recovered'
  name: string
  sentence: string
  /** ISO 8601 with microseconds: it also says which raise of that name is meant. */
  raisedAt: string
  toldAt: string | null
}

/**
 * What nobody has been told yet. An alert that was over before anybody could be told is told as
 * raised and then, at the next pass, as recovered.
 */
export async function untoldAlerts(sql: Sql): Promise<UntoldAlert[]> {
  return sql<UntoldAlert[]>`
    with untold as (
      select
        *,
        told_at is null
        or told_at < raised_at
        or (
          recovered_at is null
          and told_at < clock_timestamp() - make_interval(mins => ${repeatMinutes})
        ) as is_to_raise
      from alerts
    )
    select
      case when is_to_raise then 'alert.raised' else 'alert.recovered' end as event,
      name,
      sentence,
      to_json(raised_at) as "raisedAt",
      to_json(told_at) as "toldAt"
    from untold
    where is_to_raise or told_at < recovered_at
    order by raised_at, name`
}

/** Notes that somebody was told, unless the alert has been raised anew meanwhile. */
export async function noteTold(sql: Sql, { event, name, raisedAt }: UntoldAlert): Promise<void> {
  await sql`
    update alerts
    set
      told_at =
        case
          when ${event} = 'alert.raised' and recovered_at is not null then raised_at
          else clock_timestamp()
        end
    -- Sent as text: the driver cuts times to milliseconds.
    where name = ${name} and raised_at = ${raisedAt}::text::timestamptz`
}
