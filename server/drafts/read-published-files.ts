import type { Sql } from '../../shared/postgres/connect.ts'

/** The files of a draft's published video, by their paths below the media folder. */
export type PublishedFiles = {
  outputId: string
  title: string
  video: string
  poster: string
  manifest: string | null
  sha256: string
}

export type PublishedFilesAnswer = PublishedFiles | 'not published' | 'not found'

type Row = {
  title: string
  output_id: string | null
  video_file: string | null
  poster_file: string | null
  manifest_file: string | null
  sha256: string | null
}

/** What the draft's addresses of video, poster and manifest lead to at this moment. */
export async function readPublishedFiles(
  sql: Sql,
  draft: { id: string; accountId: string },
): Promise<PublishedFilesAnswer> {
  const [row] = await sql<Row[]>`
    select
      drafts.title, drafts.output_id, outputs.video_file, outputs.poster_file,
      outputs.manifest_file, outputs.sha256
    from drafts
    left join outputs on outputs.id = drafts.output_id
    where drafts.id = ${draft.id} and drafts.account_id = ${draft.accountId}`
  if (!row) return 'not found'
  const { output_id, video_file, poster_file, sha256 } = row
  if (!output_id || !video_file || !poster_file || !sha256) return 'not published'
  return {
    outputId: output_id,
    title: row.title,
    video: video_file,
    poster: poster_file,
    manifest: row.manifest_file,
    sha256,
  }
}
