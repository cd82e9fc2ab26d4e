import type { Format } from '../../shared/format.ts'

/** A small drawing of what a format looks like. */
export function FormatDrawing({ format }: { format: Format }) {
  return (
    <svg className="format-drawing" viewBox="0 0 36 64" aria-hidden="true">
      <rect className="drawing-ground" width="36" height="64" rx="6" />
      {format === 'story' ? <StoryShapes /> : <PromoShapes />}
    </svg>
  )
}

function StoryShapes() {
  return (
    <>
      <circle className="drawing-light" cx="25" cy="14" r="4" />
      <path
        className="drawing-mid"
        d="M0 44 11 27l8 11 6-8 11 14v14a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6Z"
      />
      <rect className="drawing-ink" x="6" y="47" width="24" height="4" rx="2" />
      <rect className="drawing-ink" x="9" y="54" width="18" height="4" rx="2" />
    </>
  )
}

function PromoShapes() {
  return (
    <>
      <path className="drawing-mid" d="M0 44 36 26v32a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6Z" />
      <rect className="drawing-ink" x="6" y="15" width="22" height="7" rx="2" />
      <rect className="drawing-ink" x="6" y="25" width="15" height="7" rx="2" />
      <rect className="drawing-light" x="6" y="53" width="12" height="4" rx="2" />
    </>
  )
}
