import type { Sql } from '../../shared/postgres/connect.ts'
import type { Metric } from './metrics-text.ts'

type Sample = { name: string; labels: Record<string, string> | null; value: number }

const helpOf = {
  makara_queue_waiting: 'Jobs that wait for a node.',
  makara_queue_oldest_seconds: 'How long the oldest of them has been waiting.',
  makara_jobs: 'Unfinished jobs.',
  makara_nodes: 'Render nodes seen within a day; silent: not heard of for 40 s.',
  makara_dead_jobs: 'Jobs that were given up and neither redriven nor dismissed.',
  makara_renders: 'Renders that wait or are being worked on.',
}

/** What the queue and the farm look like now, from the views that operators read. */
export async function readMetrics(sql: Sql): Promise<Metric[]> {
  const samples = await sql<Sample[]>`
    select
      'makara_queue_waiting' as name,
      jsonb_build_object('lane', lanes.lane) as labels,
      coalesce(sum(waiting), 0)::float8 as value
    from lanes left join queue_age using (lane)
    group by lanes.lane
    union all
    select
      'makara_queue_oldest_seconds',
      jsonb_build_object('lane', lanes.lane),
      coalesce(max(oldest_seconds), 0)::float8
    from lanes left join queue_age using (lane)
    group by lanes.lane
    union all
    select
      'makara_jobs',
      jsonb_build_object('lane', lanes.lane, 'state', state),
      coalesce(sum(jobs), 0)::float8
    from
      lanes
      cross join unnest(array['queued', 'scheduled', 'processing', 'parked']) as state
      left join queue_depth using (lane, state)
    group by lanes.lane, state
    union all
    select 'makara_nodes', jsonb_build_object('state', state), count(node_health.id)::float8
    from
      unnest(array['ready', 'unready', 'draining', 'silent', 'stopped']) as state
      left join node_health using (state)
    group by state
    union all
    select 'makara_dead_jobs', null, count(*)::float8 from dead_jobs
    union all
    select 'makara_renders', jsonb_build_object('state', state), count(running.id)::float8
    from
      unnest(array['queued', 'processing']) as state
      left join (
        select id, state from renders where state in ('queued', 'processing')
      ) as running using (state)
    group by state`
  return Object.entries(helpOf).map(([name, help]) => ({
    name,
    help,
    samples: samples
      .filter((sample) => sample.name === name)
      .map(({ labels, value }) => ({ labels: labels ?? {}, value })),
  }))
}
