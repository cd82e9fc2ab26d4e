set lock_timeout = '5s';

-- What earlier lives of a redriven render did is not counted against its present one.
alter table renders add column life_began_at timestamptz not null default now();
update renders
set
  life_began_at = coalesce(
    (
      select ledger.created_at
      from ledger
      where ledger.render_id = renders.id
        and ledger.life = renders.life
        and ledger.kind = 'reserve'
    ),
    renders.created_at
  );
