import type { Draft } from '../../../shared/draft.ts'
import { formatBytes, formatSeconds } from '../format-quantity.ts'
import { DownloadLink } from './download-link.tsx'

type VideoActionsProps = {
  video: NonNullable<Draft['video']>
  title: string
  /** False when the download is offered elsewhere, as the main thing to do. */
  hasDownload: boolean
}

export function VideoActions({ video, title, hasDownload }: VideoActionsProps) {
  return (
    <div className="video-actions">
      {hasDownload && <DownloadLink video={video} title={title} isMain={false} />}
      <details className="video-details">
        <summary>
          {formatSeconds(video.durationSeconds)} · {formatBytes(video.bytes)} · {video.width}×
          {video.height}
        </summary>
        <dl>
          <dt>Published</dt>
          <dd>{publishedFormat.format(new Date(video.publishedAt))}</dd>
          <dt>SHA-256</dt>
          <dd>
            <code title={video.sha256}>{video.sha256.slice(0, 16)}…</code>
          </dd>
          <dt>Manifest</dt>
          <dd>
            {video.documented ? (
              <a href={video.manifestUrl} target="_blank" rel="noreferrer">
                Open manifest
              </a>
            ) : (
              'could not be written for this video'
            )}
          </dd>
        </dl>
      </details>
    </div>
  )
}

const publishedFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
