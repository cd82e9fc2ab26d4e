import type { Draft } from '../../../shared/draft.ts'
import { Icon } from '../icon.tsx'
import { downloadAddress } from '../media-address.ts'

type DownloadLinkProps = {
  video: NonNullable<Draft['video']>
  title: string
  /** True when this is the main thing to do now. */
  isMain: boolean
}

export function DownloadLink({ video, title, isMain }: DownloadLinkProps) {
  return (
    <a
      className={isMain ? 'button button-primary button-large' : 'button button-strong'}
      href={downloadAddress(video.url)}
      download
      aria-label={`Download video: ${title}`}
      data-testid="download"
    >
      <Icon name="download" />
      Download
    </a>
  )
}
