import { join } from 'node:path'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { enqueueJobs, renderJob } from '../../shared/postgres/enqueue-job.ts'
import { fingerprint } from '../output/media-files.ts'
import type { LiveRender } from './live-render.ts'
import { type PartFile, partJobOf } from './read-parts.ts'

const remakesMax = 2

/** The parts whose files are no longer what they were when they were stored. */
export async function damagedParts(parts: PartFile[], mediaFolder: string): Promise<PartFile[]> {
  const damaged = await Promise.all(
    parts.map(async (part) => {
      const found = await fingerprint(join(mediaFolder, part.file)).catch(() => undefined)
      return found?.sha256 === part.sha256 ? [] : [part]
    }),
  )
  return damaged.flat()
}

/** Whether lost parts may be rendered once more: not for ever, as a disk may go on losing them. */
export async function mayRemake(sql: Sql, renderId: string): Promise<boolean> {
  const [assemblies] = await sql<{ count: number }[]>`
    select count(*)
    from job_history
    join renders on renders.id = job_history.render_id
    where renders.id = ${renderId}
      and job_history.kind = 'assemble'
      and job_history.finished_at >= renders.life_began_at`
  return (assemblies?.count ?? 0) < remakesMax
}

/** Has lost parts rendered again; the last of them starts the assembly anew. */
export async function remakeParts(
  tx: Transaction,
  render: LiveRender,
  parts: PartFile[],
): Promise<void> {
  const [counted] = await tx`
    update renders
    set parts_left = ${parts.length}, version = version + 1
    where id = ${render.id} and state = 'processing'
    returning id`
  if (!counted) return
  await tx`
    update render_parts
    set file = null, sha256 = null, bytes = null
    where render_id = ${render.id} and position = any (${parts.map((part) => part.position)})`
  await enqueueJobs(
    tx,
    parts.map((part) => renderJob(render, partJobOf(part))),
  )
}
