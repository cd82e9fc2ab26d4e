-- How long the oldest job that waits for a node has been waiting, per lane and kind. Parked jobs wait
-- for a newer node.
create view queue_age as
select
  lane,
  kind,
  count(*) as waiting,
  greatest(0, extract(epoch from clock_timestamp() - min(run_at)))::numeric(12, 1) as oldest_seconds
from jobs
where state in ('queued', 'parked') or (state = 'scheduled' and run_at < clock_timestamp())
group by lane, kind
order by oldest_seconds desc;
