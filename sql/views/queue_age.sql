-- How long the oldest job that could run has been waiting, per lane and kind.
create view queue_age as
select
  lane,
  kind,
  count(*) as waiting,
  extract(epoch from clock_timestamp() - min(run_at))::numeric(12, 1) as oldest_seconds
from jobs
where state = 'queued'
group by lane, kind
order by oldest_seconds desc;
