-- Per lane, over the last 24 hours: the share of the jobs that were claimed within the lane's objective,
-- and the share of the renders that ended with their video (cancelled ones are not counted).
create view slo as
with claimed as (
  select lane, greatest(0, extract(epoch from claimed_at - run_at)) as wait_seconds
  from job_history
  where
    finished_at > clock_timestamp() - interval '24 hours'
    and claimed_at > clock_timestamp() - interval '24 hours'
    and run_at is not null
  union all
  select lane, greatest(0, extract(epoch from claimed_at - run_at))
  from jobs
  where state = 'processing' and claimed_at > clock_timestamp() - interval '24 hours'
),
waits as (
  select
    lanes.lane,
    lanes.objective_seconds,
    count(wait_seconds) as claimed,
    count(*) filter (where wait_seconds <= lanes.objective_seconds) as in_time,
    round(percentile_cont(0.95) within group (order by wait_seconds)::numeric, 3) as p95_wait_seconds
  from lanes
  left join claimed on claimed.lane = lanes.lane
  group by lanes.lane
),
ended as (
  select lane, count(*) as renders, count(*) filter (where state = 'done') as done
  from renders
  where state in ('done', 'failed') and finished_at > clock_timestamp() - interval '24 hours'
  group by lane
)
select
  waits.lane,
  waits.objective_seconds,
  waits.claimed,
  round(waits.in_time::numeric / nullif(waits.claimed, 0), 4) as in_time_share,
  waits.p95_wait_seconds,
  coalesce(ended.renders, 0) as renders_ended,
  round(ended.done::numeric / ended.renders, 4) as renders_done_share
from waits
left join ended on ended.lane = waits.lane
order by waits.objective_seconds;
