import { join } from 'node:path'
import type { Sql } from '../../shared/postgres/connect.ts'
import { fps, frameSize } from '../../shared/video-props.ts'
import { checkCandidate } from '../output/check-candidate.ts'
import { fingerprint } from '../output/media-files.ts'
import { probeVideo } from '../output/probe-video.ts'
import type { OutputRow } from './judge-rows.ts'
import type { Visitor } from './make-visit.ts'

/** The renders whose published file is not there, not the one that was checked, or not playable. */
export async function findUnplayable(
  outputs: OutputRow[],
  options: { mediaFolder: string; ffprobe: string },
): Promise<string[]> {
  const unplayable: string[] = []
  // Stand-ins make the same video of the same plan: decoding it once is enough.
  const decoded = new Set<string>()
  for (const output of outputs) {
    const file = join(options.mediaFolder, output.videoFile)
    const found = await fingerprint(file).catch(() => undefined)
    const isAsChecked = found?.sha256 === output.sha256
    const isPlayable =
      isAsChecked && (decoded.has(output.sha256) || (await decodes(file, output, options.ffprobe)))
    if (isPlayable) decoded.add(output.sha256)
    else unplayable.push(output.renderId)
  }
  return unplayable
}

/** Downloads each draft's video as its owner would: it is that of its last done render. */
export async function checkServedVideos(sql: Sql, visitors: Visitor[]): Promise<void> {
  const drafts = await sql<{ id: string; accountId: string; sha256: string }[]>`
    select distinct on (drafts.id) drafts.id, drafts.account_id as "accountId", sha256
    from drafts
    join renders on renders.draft_id = drafts.id and renders.state = 'done'
    join outputs on outputs.render_id = renders.id
    order by drafts.id, renders.finished_at desc`
  for (const { id, accountId, sha256 } of drafts) {
    const visitor = visitors.find((candidate) => candidate.accountId === accountId)
    const served = await visitor?.client.fingerprint(`/v1/drafts/${id}/video`)
    if (served !== sha256) visitor?.broken.add('another video is served', { id, sha256, served })
  }
}

async function decodes(file: string, output: OutputRow, ffprobe: string): Promise<boolean> {
  try {
    const probe = await probeVideo(file, { ffprobe, signal: AbortSignal.timeout(60_000) })
    const { frameCount, sound } = output
    checkCandidate(probe, { ...frameSize, fps, frameCount, sound })
    return true
  } catch {
    return false
  }
}
