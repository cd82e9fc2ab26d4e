import { useState } from 'react'
import type { Draft } from '../../../shared/draft.ts'
import { formatBytes, formatSeconds } from '../format-quantity.ts'
import { Icon } from '../icon.tsx'
import { downloadAddress } from '../media-address.ts'

type Video = NonNullable<Draft['video']>

type VideoActionsProps = { video: Video; title: string; isCurrent: boolean }

export function VideoActions({ video, title, isCurrent }: VideoActionsProps) {
  return (
    <div className="video-actions">
      <div className="video-buttons">
        <a
          className={isCurrent ? 'button button-primary' : 'button button-strong'}
          href={downloadAddress(video.url)}
          download
          aria-label={`Download video: ${title}`}
          data-testid="download"
        >
          <Icon name="download" />
          Download
        </a>
        <CopyLink url={video.url} />
      </div>
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

type Copying = 'idle' | 'copied' | 'shown'

function CopyLink({ url }: { url: string }) {
  const [copying, setCopying] = useState<Copying>('idle')
  const address = new URL(url, location.href).href
  const copy = async () => setCopying((await wasCopied(address)) ? 'copied' : 'shown')
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        <Icon name={copying === 'copied' ? 'check' : 'link'} />
        <span aria-live="polite">{copying === 'copied' ? 'Link copied' : 'Copy link'}</span>
      </button>
      {copying === 'shown' && (
        <input
          className="input copy-address"
          readOnly
          aria-label="Link to the video"
          value={address}
          autoFocus
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  )
}

// The clipboard is closed to pages on plain http; then the link is shown to be copied by hand.
async function wasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
