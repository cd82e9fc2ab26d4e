-- Seconds from claim to end of the jobs that were done in the last 24 hours, per kind.
create view job_durations as
select
  kind,
  count(*) as jobs,
  round(percentile_cont(0.5) within group (order by seconds)::numeric, 3) as p50_seconds,
  round(percentile_cont(0.95) within group (order by seconds)::numeric, 3) as p95_seconds
from (
  select kind, extract(epoch from finished_at - claimed_at) as seconds
  from job_history
  where
    outcome = 'done'
    and claimed_at is not null
    and finished_at > clock_timestamp() - interval '24 hours'
) as done
group by kind
order by kind;
