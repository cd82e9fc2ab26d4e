-- One row per broken rule of money, leases or output that no single constraint can hold; empty when
-- healthy.
create view invariants as
with looked_at as materialized (
  select
    renders.id,
    case
      when renders.price > 0 and reserve.amount is null then 'priced render without a reserve'
      when reserve.amount <> -renders.price then 'reserve differs from the price'
      when reserve.amount is null and resolution.kind is not null
        then 'resolution without a reserve'
      when renders.state in ('queued', 'processing') and resolution.kind is not null
        then 'running render is resolved already'
      when
        renders.price > 0
        and renders.state in ('done', 'failed', 'cancelled')
        and resolution.kind is null
        then 'ended render is not resolved'
      when renders.state = 'done' and resolution.kind = 'refund' then 'done render was refunded'
      when renders.state in ('failed', 'cancelled') and resolution.kind = 'capture'
        then 'failed or cancelled render was captured'
      when resolution.kind = 'refund' and resolution.amount <> -reserve.amount
        then 'refund differs from the reserve'
    end as money_rule,
    case
      when renders.state = 'done' and outputs.id is null then 'done render without an output'
      when renders.state <> 'done' and outputs.id is not null
        then 'published video without a done render'
    end as output_rule
  from renders
  left join outputs on outputs.render_id = renders.id
  left join ledger as reserve
    on
      reserve.render_id = renders.id
      and reserve.life = renders.life
      and reserve.kind = 'reserve'
  left join ledger as resolution
    on
      resolution.render_id = renders.id
      and resolution.life = renders.life
      and resolution.kind in ('capture', 'refund')
)
select money_rule as rule, id::text as subject from looked_at
where money_rule is not null
union all
select output_rule, id::text from looked_at
where output_rule is not null
union all
-- Unique indexes hold these; whoever drops one finds out.
select 'render is reserved or resolved more than once', render_id::text
from ledger
where kind in ('reserve', 'capture', 'refund')
group by render_id, life, kind = 'reserve'
having count(*) > 1
union all
select 'balance differs from the ledger', accounts.id::text
from accounts
left join (select account_id, sum(amount) as balance from ledger group by account_id) as booked
  on booked.account_id = accounts.id
where accounts.balance <> coalesce(booked.balance, 0)
union all
select 'job is unfinished and ended at once', jobs.id::text
from jobs
where
  exists (select from job_history where job_history.id = jobs.id)
  or exists (select from dead_letters where dead_letters.id = jobs.id)
union all
select 'job ended twice', dead_letters.id::text
from dead_letters
join job_history on job_history.id = dead_letters.id
union all
select 'draft shows the video of another draft', drafts.id::text
from drafts
join outputs on outputs.id = drafts.output_id
where outputs.draft_id <> drafts.id
union all
select 'running render without an unfinished job', renders.id::text
from renders
where
  renders.state in ('queued', 'processing')
  and not exists (select from jobs where jobs.render_id = renders.id)
union all
select 'parts left differ from the parts without a file', renders.id::text
from renders
where
  renders.state in ('queued', 'processing')
  and renders.stage in ('rendering', 'assembling')
  and renders.parts_left <> (
    select count(*) from render_parts
    where render_parts.render_id = renders.id and render_parts.file is null
  )
union all
select 'draft that is being written without an unfinished job', drafts.id::text
from drafts
where
  drafts.state = 'writing'
  and not exists (
    select from jobs where jobs.draft_id = drafts.id and jobs.render_id is null
  );
