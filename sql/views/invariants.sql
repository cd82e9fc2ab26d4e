-- One row per violated rule that no single constraint can hold; empty when healthy.
create view invariants as
select 'published video without a done render' as rule, outputs.id::text as subject
from outputs
join renders on renders.id = outputs.render_id
where renders.state <> 'done'
union all
select 'done render without an output', renders.id::text
from renders
left join outputs on outputs.render_id = renders.id
where renders.state = 'done' and outputs.id is null
union all
select 'running render without an unfinished job', renders.id::text
from renders
where
  renders.state in ('queued', 'processing')
  and not exists (select from jobs where jobs.render_id = renders.id)
union all
select 'balance differs from the ledger', accounts.id::text
from accounts
where accounts.balance <> (
  select coalesce(sum(ledger.amount), 0) from ledger where ledger.account_id = accounts.id
);
