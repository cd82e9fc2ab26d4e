-- Fair turns, a bulk lane, money of a render's lives, the schedule and the alerts.

alter table accounts add column is_operator boolean not null default false;

-- A redriven render is another life of the same row: reserved and resolved anew.
alter table renders
add column lane text not null default 'standard',
add column price integer not null default 0,
add column life smallint not null default 1,
-- Where the render stands in its lane; see enqueue-job.ts.
add column virtual_start bigint not null default 0;

alter table renders
add constraint renders_lane_known check (lane in ('standard', 'bulk')) not valid,
add constraint renders_price_not_negative check (price >= 0) not valid;

alter table ledger add column life smallint not null default 1;
drop index ledger_one_reserve_per_render;
drop index ledger_one_resolution_per_render;
create unique index ledger_one_reserve_per_render on ledger (render_id, life)
where kind = 'reserve';
create unique index ledger_one_resolution_per_render on ledger (render_id, life)
where kind in ('capture', 'refund');

alter table jobs
-- Start-time fair queueing: jobs run in the order of their start, and an account's next job starts
-- where its last one ends, so that accounts take turns however much one of them has queued.
add column virtual_start bigint not null default 0,
add column virtual_end bigint not null default 1,
-- Milliseconds of work by earlier holders.
add column work_ms bigint not null default 0,
-- What its holder said last, for the one who finds out why the holder died.
add column last_words text;

-- Parked: of a kind that the node which met it does not know; a newer node takes it up again.
alter table jobs drop constraint jobs_state_known;
alter table jobs
add constraint jobs_state_known
check (state in ('scheduled', 'queued', 'processing', 'parked')) not valid;

drop index jobs_queued;
create index jobs_queued on jobs (lane, virtual_start, id) where state = 'queued';
create index jobs_parked on jobs (kind) where state = 'parked';
create index jobs_by_account on jobs (lane, account_id, virtual_end)
where state in ('queued', 'processing');

alter table job_history
add column work_ms bigint not null default 0,
-- When it could have been claimed; with claimed_at, how long it waited.
add column run_at timestamptz;
create index job_history_by_render on job_history (render_id) where render_id is not null;

-- How long a job of the lane may wait for a node before somebody is told.
create table lanes (
  lane text primary key,
  objective_seconds integer not null,
  constraint lanes_lane_known check (lane in ('interactive', 'standard', 'bulk')),
  constraint lanes_objective_positive check (objective_seconds > 0)
);
insert into lanes (lane, objective_seconds)
values ('interactive', 10), ('standard', 600), ('bulk', 14400);

-- Recurring work: whoever moves next_run_at forward does the run, and keeps moving it while it lasts.
create table schedule (
  task text primary key,
  next_run_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  error text
);

-- What operators were told: one row per condition, kept after it has passed.
create table alerts (
  name text primary key,
  sentence text not null,
  raised_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  recovered_at timestamptz
);
