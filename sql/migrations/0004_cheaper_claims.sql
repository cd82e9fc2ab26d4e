set lock_timeout = '5s';

-- A claim writes its row anew into every index that holds it, so jobs are in as few as will do.
create unique index jobs_of_renders on jobs (render_id, unique_key) where render_id is not null;
create unique index jobs_of_drafts on jobs (unique_key) where render_id is null;
drop index jobs_one_unfinished_per_key;
drop index jobs_by_render;
create index jobs_queued_by_account on jobs (lane, account_id, virtual_end) where state = 'queued';
drop index jobs_by_account;

-- One check costs a write less than two.
alter table jobs drop constraint jobs_state_known;
alter table jobs drop constraint jobs_processing_has_lease;
alter table jobs
add constraint jobs_lease_fits_state
check (
  num_nonnulls(lease_owner, lease_token, lease_expires_at)
  = case
    when state = 'processing' then 3
    when state in ('scheduled', 'queued', 'parked') then 0
    else -1
  end
) not valid;

-- A time without end would fail the statements that reckon with it, those of other jobs too.
alter table jobs add constraint jobs_run_at_finite check (isfinite(run_at)) not valid;
