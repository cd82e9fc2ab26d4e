-- Jobs that somebody should have moved on more than a minute ago, and why they should.
create view stuck_jobs as
select
  id,
  kind,
  lane,
  'its lease ran out and nobody took it back' as reason,
  lease_owner,
  crashes,
  extract(epoch from clock_timestamp() - lease_expires_at)::numeric(12, 1) as stuck_seconds
from jobs
where state = 'processing' and lease_expires_at < clock_timestamp() - interval '1 minute'
union all
select
  id,
  kind,
  lane,
  'its time came and nobody made it ready',
  lease_owner,
  crashes,
  extract(epoch from clock_timestamp() - run_at)::numeric(12, 1)
from jobs
where state = 'scheduled' and run_at < clock_timestamp() - interval '1 minute';
