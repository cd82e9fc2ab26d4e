-- Accounts, drafts, renders and the queue. Every rule is a named constraint; forward only.

create table accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  balance integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  constraint accounts_balance_not_negative check (balance >= 0)
);

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  -- SHA-256 of the key; the key itself is shown once and stored nowhere.
  key_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  constraint api_keys_hash_unique unique (key_hash),
  constraint api_keys_hash_is_sha256 check (octet_length(key_hash) = 32)
);

create table sign_in_links (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sign_in_links_hash_is_sha256 check (octet_length(token_hash) = 32)
);

create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id),
  expires_at timestamptz not null,
  constraint sessions_hash_is_sha256 check (octet_length(token_hash) = 32)
);

create table drafts (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  state text not null default 'writing',
  title text not null,
  format text not null,
  -- What the user asked for; null follows the page.
  language text,
  brand jsonb not null,
  sound boolean not null,
  source_kind text not null,
  source_url text,
  script jsonb,
  script_by text,
  fault jsonb,
  -- The published video: the last output that passed every check.
  output_id uuid,
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint drafts_state_known check (state in ('writing', 'ready', 'failed')),
  constraint drafts_ready_has_script check (state <> 'ready' or script is not null),
  constraint drafts_failed_has_fault check ((state = 'failed') = (fault is not null)),
  constraint drafts_script_has_author check ((script is null) = (script_by is null)),
  constraint drafts_script_author_known check (script_by in ('offline', 'model', 'person')),
  constraint drafts_source_known check (source_kind in ('url', 'text', 'html')),
  constraint drafts_url_source_has_url check ((source_kind = 'url') = (source_url is not null))
);

create index drafts_by_account on drafts (account_id, created_at desc, id desc);

-- The pasted text or the uploaded file, kept apart so that reading a draft stays cheap.
create table draft_sources (
  draft_id uuid primary key references drafts (id) on delete cascade,
  content_type text not null,
  body bytea not null
);

create table renders (
  id uuid primary key default gen_random_uuid(),
  draft_id uuid not null references drafts (id) on delete cascade,
  account_id uuid not null references accounts (id),
  state text not null default 'queued',
  stage text not null default 'waiting',
  -- The composition's whole input, frozen when the user pressed Render.
  props jsonb not null,
  script_hash text not null,
  -- What selectComposition answered in the plan job; the same for every chunk.
  composition jsonb,
  bundle_hash text,
  frame_count integer not null,
  frames_done integer not null default 0,
  parts_left integer not null default 0,
  cancel_requested_at timestamptz,
  fault jsonb,
  evidence jsonb,
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  last_sign_at timestamptz not null default clock_timestamp(),
  constraint renders_state_known check (
    state in ('queued', 'processing', 'done', 'failed', 'cancelled')
  ),
  constraint renders_stage_known check (
    stage in ('waiting', 'planning', 'rendering', 'assembling', 'publishing', 'ended')
  ),
  constraint renders_ended_has_time check (
    (state in ('done', 'failed', 'cancelled')) = (finished_at is not null)
  ),
  constraint renders_ended_has_stage check (
    (state in ('done', 'failed', 'cancelled')) = (stage = 'ended')
  ),
  constraint renders_failed_has_fault check ((state = 'failed') = (fault is not null)),
  constraint renders_frames_within_total check (frames_done between 0 and frame_count),
  constraint renders_parts_left_not_negative check (parts_left >= 0)
);

-- Two presses of Render start one render: the second insert meets this index.
create unique index renders_one_running_per_draft on renders (draft_id)
where state in ('queued', 'processing');

create index renders_by_draft on renders (draft_id, created_at desc);

-- A chunk is a frame range of the picture; the sound is one part with no frames.
create table render_parts (
  render_id uuid not null references renders (id) on delete cascade,
  position integer not null,
  kind text not null,
  first_frame integer not null,
  frame_count integer not null,
  file text,
  sha256 text,
  bytes bigint,
  -- Milliseconds that the node worked on it.
  work_ms integer,
  primary key (render_id, position),
  constraint render_parts_kind_known check (kind in ('chunk', 'sound')),
  constraint render_parts_frames_positive check (first_frame >= 0 and frame_count > 0),
  constraint render_parts_file_is_whole check (
    (file is null) = (sha256 is null) and (file is null) = (bytes is null)
  )
);

create table outputs (
  id uuid primary key default gen_random_uuid(),
  render_id uuid not null references renders (id) on delete cascade,
  draft_id uuid not null references drafts (id) on delete cascade,
  -- Paths below the media folder; immutable names that carry the publishing lease's token.
  video_file text not null,
  poster_file text not null,
  -- Null when the manifest could not be written: the video is published undocumented.
  manifest_file text,
  sha256 text not null,
  bytes bigint not null,
  frame_count integer not null,
  fps integer not null,
  width integer not null,
  height integer not null,
  published_at timestamptz not null default clock_timestamp(),
  constraint outputs_one_per_render unique (render_id),
  constraint outputs_bytes_positive check (bytes > 0)
);

create index outputs_by_draft on outputs (draft_id);

alter table drafts
add constraint drafts_output_exists foreign key (output_id) references outputs (id)
deferrable initially deferred;

create table ledger (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  kind text not null,
  -- Credits: positive adds to the balance, negative takes from it.
  amount integer not null,
  render_id uuid,
  note text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_kind_known check (
    kind in ('grant', 'reserve', 'capture', 'refund', 'adjust')
  ),
  constraint ledger_render_kinds_have_render check (
    (kind in ('reserve', 'capture', 'refund')) = (render_id is not null)
  )
);

create unique index ledger_one_reserve_per_render on ledger (render_id) where kind = 'reserve';
create unique index ledger_one_resolution_per_render on ledger (render_id)
where kind in ('capture', 'refund');
create index ledger_by_account on ledger (account_id, created_at desc);

create table nodes (
  id uuid primary key,
  name text not null,
  state text not null,
  -- Why the node takes no work, for people.
  reason text,
  slots jsonb not null,
  release text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  constraint nodes_state_known check (state in ('ready', 'unready', 'draining', 'stopped'))
);

-- Only unfinished work. No foreign keys: an insert must not lock a busy account or render row.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  lane text not null,
  state text not null default 'queued',
  account_id uuid not null,
  draft_id uuid,
  render_id uuid,
  -- Ids only; the node reads the current rows when it starts.
  payload jsonb not null default '{}',
  unique_key text,
  run_at timestamptz not null default clock_timestamp(),
  attempts smallint not null default 0,
  attempts_max smallint not null,
  crashes smallint not null default 0,
  hand_backs smallint not null default 0,
  lease_owner uuid,
  lease_token uuid,
  lease_expires_at timestamptz,
  cancel_requested boolean not null default false,
  frames_done integer not null default 0,
  last_error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  claimed_at timestamptz,
  constraint jobs_state_known check (state in ('scheduled', 'queued', 'processing')),
  constraint jobs_lane_known check (lane in ('interactive', 'standard', 'bulk')),
  constraint jobs_processing_has_lease check (
    (state = 'processing') = (lease_owner is not null)
    and (state = 'processing') = (lease_token is not null)
    and (state = 'processing') = (lease_expires_at is not null)
  ),
  constraint jobs_attempts_within_budget check (attempts between 0 and attempts_max)
)
with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 1000
);

-- lease_expires_at and frames_done are in no index, so that heartbeats stay HOT updates.
create index jobs_queued on jobs (lane, run_at, id) where state = 'queued';
create index jobs_scheduled on jobs (run_at) where state = 'scheduled';
create index jobs_processing on jobs (lane) where state = 'processing';
create unique index jobs_one_unfinished_per_key on jobs (unique_key) where unique_key is not null;
create index jobs_by_render on jobs (render_id) where render_id is not null;

create table job_history (
  id bigint primary key,
  kind text not null,
  lane text not null,
  account_id uuid not null,
  draft_id uuid,
  render_id uuid,
  outcome text not null,
  attempts smallint not null,
  crashes smallint not null,
  node_id uuid,
  created_at timestamptz not null,
  claimed_at timestamptz,
  finished_at timestamptz not null default clock_timestamp(),
  constraint job_history_outcome_known check (outcome in ('done', 'moot', 'cancelled'))
);

create index job_history_by_time on job_history (finished_at);

create table dead_letters (
  id bigint primary key,
  kind text not null,
  lane text not null,
  account_id uuid not null,
  draft_id uuid,
  render_id uuid,
  payload jsonb not null,
  attempts smallint not null,
  crashes smallint not null,
  node_id uuid,
  error jsonb not null,
  created_at timestamptz not null,
  died_at timestamptz not null default clock_timestamp()
);
