import { isFinal } from '../../../shared/render.ts'
import { versionedAddress } from '../media-address.ts'
import { isVideoCurrent, type DraftEditor } from './draft-editor.ts'
import { SceneStill } from './scene-still.tsx'

type VideoFrameProps = { editor: DraftEditor; shownSceneId: string | null }

/** The published video, or until there is one a still of the scene that is being edited. */
export function VideoFrame({ editor, shownSceneId }: VideoFrameProps) {
  const { server, edited } = editor
  const { video } = server
  return (
    <figure className="frame-figure">
      <div className="frame">
        {video === null ? (
          <SceneStill content={edited} title={server.title} shownSceneId={shownSceneId} />
        ) : (
          <video
            key={video.sha256}
            src={versionedAddress(video.url, video.sha256)}
            poster={versionedAddress(video.posterUrl, video.sha256)}
            aria-label="Published video"
            data-testid="video"
            controls
            playsInline
            preload="metadata"
          />
        )}
      </div>
      <figcaption className="frame-caption">{captionOf(editor)}</figcaption>
    </figure>
  )
}

function captionOf(editor: DraftEditor): string {
  const { video, render } = editor.server
  if (video === null) {
    return editor.edited.script === null ? '' : 'Sketch of the scene. Render to see it move.'
  }
  if (isVideoCurrent(editor) || render === null) return ''
  if (!isFinal(render.state)) return 'Last published video, while the new one renders'
  return render.id === video.renderId
    ? 'Your latest edits are not in this video yet'
    : 'Last published video'
}
