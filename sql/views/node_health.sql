-- Every node seen in the last day, unless another one came up under its name after it was gone: its
-- state (silent: not heard of for 40 s), what it holds, and per lane the share of its slots that are
-- taken.
create view node_health as
select
  nodes.id,
  nodes.name,
  case
    when nodes.state <> 'stopped' and nodes.seen_at < clock_timestamp() - interval '40 seconds'
      then 'silent'
    else nodes.state
  end as state,
  nodes.reason,
  nodes.release,
  extract(epoch from clock_timestamp() - nodes.seen_at)::numeric(12, 1) as silent_seconds,
  coalesce(held.jobs, 0) as jobs_held,
  nodes.slots,
  lanes.saturation
from nodes
left join lateral (
  select count(*) as jobs from jobs
  where jobs.lease_owner = nodes.id and jobs.state = 'processing'
) as held on true
left join lateral (
  select jsonb_object_agg(
    slot.lane,
    round(
      (
        select count(*) from jobs
        where jobs.lease_owner = nodes.id and jobs.state = 'processing' and jobs.lane = slot.lane
      ) / nullif(slot.slots::numeric, 0),
      2
    )
  ) as saturation
  from jsonb_each_text(nodes.slots) as slot (lane, slots)
) as lanes on true
where
  nodes.seen_at > clock_timestamp() - interval '1 day'
  and not exists (
    select from nodes as later
    where later.name = nodes.name and later.id <> nodes.id and later.started_at > nodes.seen_at
  )
order by nodes.name, nodes.seen_at desc;
