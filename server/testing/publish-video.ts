import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../shared/postgres/connect.ts'
import { endRender } from '../../shared/postgres/end-render.ts'
import { startRender } from '../../shared/postgres/start-render.ts'

export type PublishedVideo = { outputId: string; renderId: string; folder: string; sha256: string }

/**
 * Publishes `bytes` as a ready draft's video, the way a node does: files in the render's folder below
 * the media folder, then the output, the draft's pointer and the end of the render in one transaction.
 */
export async function publishVideo(
  sql: Sql,
  draft: { id: string; accountId: string },
  options: { mediaFolder: string; bytes: Buffer; manifest?: unknown },
): Promise<PublishedVideo> {
  const answer = await startRender(sql, draft)
  if (answer.outcome !== 'started') throw new Error(`Cannot publish: ${answer.outcome}`)
  const { renderId } = answer
  const folder = join(options.mediaFolder, renderId)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'video.t1.mp4'), options.bytes)
  await writeFile(join(folder, 'poster.t1.jpg'), 'a poster')
  const manifest = options.manifest === undefined ? null : JSON.stringify(options.manifest)
  if (manifest !== null) await writeFile(join(folder, 'manifest.t1.json'), manifest)
  const sha256 = createHash('sha256').update(options.bytes).digest('hex')
  const outputId = await sql.begin(async (tx) => {
    const [output] = await tx<{ id: string }[]>`
      insert into outputs (
        render_id, draft_id, video_file, poster_file, manifest_file, sha256, bytes, frame_count,
        fps, width, height
      )
      values (
        ${renderId}, ${draft.id}, ${`${renderId}/video.t1.mp4`}, ${`${renderId}/poster.t1.jpg`},
        ${manifest === null ? null : `${renderId}/manifest.t1.json`}, ${sha256},
        ${options.bytes.byteLength}, 60, 30, 1080, 1920
      )
      returning id`
    if (!output) throw new Error('Cannot insert the output')
    await tx`
      update drafts set output_id = ${output.id}, version = version + 1 where id = ${draft.id}`
    await endRender(tx, renderId, { state: 'done' })
    return output.id
  })
  return { outputId, renderId, folder, sha256 }
}
