-- Seconds from claim to end of the jobs that ended in the last 24 hours, per kind.
create view job_durations as
select
  kind,
  count(*) as jobs,
  percentile_cont(0.5) within group (order by extract(epoch from finished_at - claimed_at)) as p50_seconds,
  percentile_cont(0.95) within group (order by extract(epoch from finished_at - claimed_at)) as p95_seconds
from job_history
where outcome = 'done' and claimed_at is not null and finished_at > now() - interval '24 hours'
group by kind
order by kind;
