-- Jobs that were given up and that nobody has redriven or dismissed: what they were, whose, and what
-- they said last. Newest first.
create view dead_jobs as
select
  id,
  kind,
  lane,
  account_id,
  draft_id,
  render_id,
  attempts,
  crashes,
  error ->> 'code' as code,
  error ->> 'sentence' as sentence,
  error -> 'evidence' as evidence,
  error -> 'holder' as holder,
  extract(epoch from clock_timestamp() - died_at)::numeric(12, 1) as dead_seconds
from dead_letters
where answered_at is null
order by died_at desc;
