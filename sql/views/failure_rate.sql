-- Per kind, the share of the jobs that ended in the last 24 hours by being given up, whatever was done
-- about them since.
create view failure_rate as
with ended as (
  select kind, false as died from job_history
  where outcome in ('done', 'refused') and finished_at > clock_timestamp() - interval '24 hours'
  union all
  select kind, true from dead_letters where died_at > clock_timestamp() - interval '24 hours'
)
select
  kind,
  count(*) as jobs,
  count(*) filter (where died) as dead,
  round(count(*) filter (where died)::numeric / count(*), 4) as failure_rate
from ended
group by kind
order by kind;
