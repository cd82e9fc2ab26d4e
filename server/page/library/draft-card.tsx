import type { CSSProperties } from 'react'
import type { Draft } from '../../../shared/draft.ts'
import { brandStyle } from '../brand-style.ts'
import { versionedAddress } from '../media-address.ts'
import { hashOf } from '../route.ts'
import { draftStatusOf } from './draft-status.ts'
import { siteOf } from './detect-source.ts'

export function DraftCard({ draft }: { draft: Draft }) {
  const status = draftStatusOf(draft)
  const title = draft.title === '' ? 'Untitled video' : draft.title
  return (
    <a
      className="draft-card"
      href={hashOf({ screen: 'draft', draftId: draft.id })}
      data-testid="draft-card"
    >
      <Poster draft={draft} title={title} />
      <span className="draft-card-title" dir="auto">
        {title}
      </span>
      <span className={`chip chip-${status.tone}`} data-testid="draft-status">
        {status.text}
      </span>
    </a>
  )
}

function Poster({ draft, title }: { draft: Draft; title: string }) {
  const style: CSSProperties = brandStyle(draft.brand.color)
  const isRendering = draft.render?.state === 'processing'
  return (
    <span className="poster" style={style}>
      {draft.video === null ? (
        <span className="poster-words" aria-hidden="true">
          <span className="poster-site" dir="auto">
            {posterSiteOf(draft)}
          </span>
          <span className="poster-title" dir="auto">
            {title}
          </span>
        </span>
      ) : (
        <img
          src={versionedAddress(draft.video.posterUrl, draft.video.sha256)}
          alt=""
          loading="lazy"
        />
      )}
      {isRendering && (
        <span className="poster-bar" aria-hidden="true">
          <span style={{ inlineSize: `${draft.render?.percent ?? 0}%` }} />
        </span>
      )}
    </span>
  )
}

function posterSiteOf(draft: Draft): string {
  if (draft.brand.name !== '') return draft.brand.name
  return draft.source.url === null ? '' : siteOf(draft.source.url)
}
