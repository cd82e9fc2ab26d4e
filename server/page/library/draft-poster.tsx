import type { Draft } from '../../../shared/draft.ts'
import { brandStyle } from '../brand-style.ts'
import { Icon } from '../icon.tsx'
import { versionedAddress } from '../media-address.ts'
import { artToneOf, SceneArt } from '../scene-art.tsx'
import { siteOf } from './detect-source.ts'
import { posterKindOf } from './poster-kind.ts'
import { variantOf } from './variant-of.ts'

/** The picture of a draft's card: its video, or a drawing that tells its state. */
export function DraftPoster({ draft }: { draft: Draft }) {
  const { video } = draft
  if (video !== null) {
    return (
      <span className="poster">
        <img src={versionedAddress(video.posterUrl, video.sha256)} alt="" loading="lazy" />
        <PosterBar draft={draft} />
      </span>
    )
  }
  switch (posterKindOf(draft)) {
    case 'writing':
      return (
        <span className="poster poster-writing shimmer" aria-hidden="true">
          <span />
          <span />
          <span />
        </span>
      )
    case 'failed':
      return (
        <span className="poster poster-failed" aria-hidden="true">
          <Icon name="alert" />
        </span>
      )
    case 'drawn':
      return <DrawnPoster draft={draft} />
  }
}

function DrawnPoster({ draft }: { draft: Draft }) {
  return (
    <span
      className={`poster ${artToneOf(draft.format, variantOf(`${draft.id} tone`))}`}
      style={brandStyle(draft.brand.color)}
      aria-hidden="true"
    >
      <SceneArt format={draft.format} variant={variantOf(draft.id)} />
      <span className="poster-site" dir="auto">
        {posterSiteOf(draft)}
      </span>
      <PosterBar draft={draft} />
    </span>
  )
}

function PosterBar({ draft }: { draft: Draft }) {
  if (draft.render?.state !== 'processing') return null
  return (
    <span className="poster-bar" aria-hidden="true">
      <span style={{ inlineSize: `${draft.render.percent}%` }} />
    </span>
  )
}

function posterSiteOf(draft: Draft): string {
  if (draft.brand.name !== '') return draft.brand.name
  return draft.source.url === null ? '' : siteOf(draft.source.url)
}
