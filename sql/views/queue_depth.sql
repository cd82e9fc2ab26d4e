-- Unfinished jobs per lane, kind and state.
create view queue_depth as
select lane, kind, state, count(*) as jobs
from jobs
group by lane, kind, state
order by lane, kind, state;
