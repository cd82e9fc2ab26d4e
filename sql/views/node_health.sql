-- Every node seen in the last day: its state, its slots and what it holds.
create view node_health as
select
  nodes.id,
  nodes.name,
  case when nodes.seen_at < clock_timestamp() - interval '40 seconds' then 'silent' else nodes.state end as state,
  nodes.reason,
  nodes.slots,
  nodes.release,
  extract(epoch from clock_timestamp() - nodes.seen_at)::numeric(12, 1) as silent_seconds,
  count(jobs.id) as jobs_held
from nodes
left join jobs on jobs.lease_owner = nodes.id and jobs.state = 'processing'
where nodes.seen_at > clock_timestamp() - interval '1 day'
group by nodes.id
order by nodes.name;
