import type { Sql } from '../../../shared/postgres/connect.ts'
import { benchKind, benchLane } from './bench-row.ts'

export type Backlog = { waiting: number; accounts: number; dueTomorrow?: number }

const batch = 100_000

/** Fills an empty queue with waiting jobs, and with urgent ones that are due tomorrow. */
export async function writeBacklog(sql: Sql, backlog: Backlog): Promise<void> {
  const { waiting, accounts, dueTomorrow = 0 } = backlog
  await write(sql, { count: dueTomorrow, accounts, state: 'scheduled' })
  await write(sql, { count: waiting, accounts, state: 'queued' })
}

// Twenty jobs are a render; those that are due tomorrow would be before all others.
async function write(
  sql: Sql,
  { count, accounts, state }: { count: number; accounts: number; state: 'queued' | 'scheduled' },
): Promise<void> {
  for (let first = 0; first < count; first += batch) {
    const last = Math.min(count, first + batch) - 1
    await sql`
      insert into jobs (
        kind, lane, state, account_id, draft_id, render_id, payload, unique_key, attempts_max, run_at,
        virtual_start, virtual_end
      )
      select
        ${benchKind},
        ${benchLane},
        ${state}::text,
        md5('account ' || n % ${accounts})::uuid,
        md5('draft ' || n / 20)::uuid,
        md5('render ' || n / 20)::uuid,
        jsonb_build_object('position', n),
        ${state}::text || n,
        3,
        clock_timestamp() + case ${state}::text when 'queued' then interval '0' else interval '1 day' end,
        case ${state}::text when 'queued' then n / ${accounts} else 0 end,
        n / ${accounts} + 1
      from generate_series(${first}::integer, ${last}::integer) as n`
  }
}
