-- Jobs whose lease ran out more than a minute ago: reclaim should have taken them long before.
create view stuck_jobs as
select
  id,
  kind,
  lane,
  lease_owner,
  crashes,
  extract(epoch from clock_timestamp() - lease_expires_at)::numeric(12, 1) as lapsed_seconds
from jobs
where state = 'processing' and lease_expires_at < clock_timestamp() - interval '1 minute';
