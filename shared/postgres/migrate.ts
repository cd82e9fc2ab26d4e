import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql, Transaction } from './connect.ts'

// Any number that no other program is likely to lock; the same in every Makara process.
const migrationLock = 7_281_953_001

/**
 * Brings the database to this release: migrations that are new, then every view anew and readable by
 * the role `makara_admin`, in one transaction under an advisory lock, so that several processes may
 * call it at once.
 * @throws when a migration that was applied has been edited since.
 */
export async function migrate(sql: Sql, sqlFolder: string): Promise<void> {
  const migrations = await readSqlFiles(join(sqlFolder, 'migrations'))
  const views = await readSqlFiles(join(sqlFolder, 'views'))
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${migrationLock})`
    await tx`set local statement_timeout = 0`
    await applyNewMigrations(tx, migrations)
    await recreateViews(tx, views)
  })
}

type SqlFile = { name: string; text: string; sha256: string }

async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyNewMigrations(tx: Transaction, migrations: SqlFile[]): Promise<void> {
  await tx`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default clock_timestamp()
    )`
  const applied = await tx<{ name: string; sha256: string }[]>`select name, sha256 from migrations`
  const appliedHash = new Map(applied.map((row) => [row.name, row.sha256]))
  for (const { name, text, sha256 } of migrations) {
    const before = appliedHash.get(name)
    if (before === sha256) continue
    if (before) throw new Error(`Cannot migrate: ${name} was edited after it had been applied`)
    await tx.unsafe(text)
    await tx`insert into migrations (name, sha256) values (${name}, ${sha256})`
  }
}

async function recreateViews(tx: Transaction, views: SqlFile[]): Promise<void> {
  const names = views.map(({ name }) => name.replace(/\.sql$/, ''))
  for (const name of names) await tx`drop view if exists ${tx(name)} cascade`
  for (const { text } of views) await tx.unsafe(text)
  if (!(await hasAdminRole(tx))) return
  for (const name of names) await tx`grant select on ${tx(name)} to makara_admin`
}

// A role belongs to the whole server: it may not be ours to make, and another database's migration
// may make it at the same moment.
async function hasAdminRole(tx: Transaction): Promise<boolean> {
  await tx`
    do $$
    begin
      if not exists (select from pg_roles where rolname = 'makara_admin') then
        create role makara_admin nologin;
      end if;
    exception
      when insufficient_privilege or duplicate_object or unique_violation then null;
    end
    $$`
  const roles = await tx`select from pg_roles where rolname = 'makara_admin'`
  return roles.length > 0
}
