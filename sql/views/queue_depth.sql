-- Unfinished jobs per lane, kind and state: queued, scheduled for later, processing, or parked until a
-- node that knows their kind is there.
create view queue_depth as
select lane, kind, state, count(*) as jobs
from jobs
group by lane, kind, state
order by lane, kind, state;
