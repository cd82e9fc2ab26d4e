import { Failure } from '../../shared/failure.ts'
import type { Transaction } from '../../shared/postgres/connect.ts'
import { endRender } from '../../shared/postgres/end-render.ts'
import { faultPoint } from '../../shared/process/fault-point.ts'
import { frameSize, fps } from '../../shared/video-props.ts'
import type { LiveRender } from './live-render.ts'

/** Paths below the media folder; a video whose manifest could not be written is undocumented. */
export type Published = { videoFile: string; posterFile: string; manifestFile: string | null }
type PublishedFile = { sha256: string; bytes: number }

/** The commit point: before it nobody can see the new files, after it everybody does. */
export async function publishVideo(
  tx: Transaction,
  publication: { render: LiveRender; candidate: PublishedFile; published: Published },
): Promise<void> {
  const { render, candidate, published } = publication
  const [output] = await tx<{ id: string }[]>`
    insert into outputs (
      render_id, draft_id, video_file, poster_file, manifest_file, sha256, bytes, frame_count, fps, width, height
    )
    values (
      ${render.id}, ${render.draftId}, ${published.videoFile}, ${published.posterFile},
      ${published.manifestFile}, ${candidate.sha256}, ${candidate.bytes}, ${render.frameCount}, ${fps},
      ${frameSize.width}, ${frameSize.height}
    )
    returning id`
  if (!output) throw new Error('Cannot publish: no output row')
  await faultPoint('publish.output-inserted')
  await tx`
    update drafts
    set output_id = ${output.id}, version = version + 1
    where id = ${render.draftId}`
  const isDone = await endRender(tx, render.id, { state: 'done' })
  if (!isDone) throw renderEnded()
  await faultPoint('publish.before-commit')
}

// By its deadline, as a publishing render cannot be cancelled. The next try finds nothing to do.
function renderEnded(): Failure {
  return new Failure({
    code: 'render_ended',
    sentence: 'The render ended before its video was published.',
    retryable: true,
    isFree: true,
  })
}
