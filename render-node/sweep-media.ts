import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../shared/postgres/connect.ts'
import { removeFolder } from '../shared/process/remove-folder.ts'

const renderFolderName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Removes the files of renders that nobody can ask for any more: failed, cancelled, deleted or
 * replaced by a later video. Younger ones than `keepHours` stay. Returns how many renders it removed.
 */
export async function sweepMedia(
  sql: Sql,
  sweep: { mediaFolder: string; keepHours: number },
): Promise<number> {
  const names = await readdir(sweep.mediaFolder).catch(() => [])
  const old = await olderThan(
    names.filter((name) => renderFolderName.test(name)),
    sweep,
  )
  const needed = new Set(await neededRenders(sql, old))
  const unneeded = old.filter((name) => !needed.has(name))
  for (const name of unneeded) {
    await removeFolder(join(sweep.mediaFolder, name))
  }
  return unneeded.length
}

async function olderThan(
  names: string[],
  sweep: { mediaFolder: string; keepHours: number },
): Promise<string[]> {
  const before = Date.now() - sweep.keepHours * 3_600_000
  const old = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(sweep.mediaFolder, name)).catch(() => undefined)
      return found && found.mtimeMs < before ? [name] : []
    }),
  )
  return old.flat()
}

async function neededRenders(sql: Sql, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select renders.id
    from renders
    left join outputs on outputs.render_id = renders.id
    left join drafts on drafts.output_id = outputs.id
    where renders.id = any (${ids}::uuid[])
      and (renders.state in ('queued', 'processing') or drafts.id is not null)`
  return rows.map((row) => row.id)
}
