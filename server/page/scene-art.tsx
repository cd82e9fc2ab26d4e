import type { Format } from '../../shared/format.ts'

const tones = {
  story: ['art-day', 'art-dusk'],
  promo: ['art-brand', 'art-dark', 'art-paper'],
} as const satisfies Record<Format, readonly string[]>

/** The class that gives what it is set on, and the drawing inside, one of a format's tones. */
export function artToneOf(format: Format, variant: number): string {
  const names = tones[format]
  return `art ${names[variant % names.length] ?? names[0]}`
}

/** A drawing in the brand's colours that hints at how a format looks; equal variants look alike. */
export function SceneArt({ format, variant }: { format: Format; variant: number }) {
  return (
    <svg
      className={variant % 2 === 0 ? 'art-drawing' : 'art-drawing art-drawing-mirrored'}
      viewBox="0 0 90 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {format === 'story' ? (
        <Hills variant={variant} />
      ) : (
        <g className="art-shape">
          <BigShape variant={variant} />
        </g>
      )}
    </svg>
  )
}

const suns = [
  { cx: 64, cy: 34, r: 9 },
  { cx: 27, cy: 46, r: 13 },
  { cx: 48, cy: 28, r: 7 },
]

function Hills({ variant }: { variant: number }) {
  return (
    <>
      <circle className="art-sun" {...suns[variant % suns.length]} />
      <path className="art-far" d="M0 82 19 58l13 15 17-27 21 31 20-17V160H0Z" />
      <path className="art-mid" d="M0 92q22-20 45-5t45-9V160H0Z" />
      <path className="art-near" d="M0 101q30 4 52-7t38 3V160H0Z" />
    </>
  )
}

function BigShape({ variant }: { variant: number }) {
  switch (variant % 3) {
    case 0:
      return (
        <>
          <circle className="art-far" cx="78" cy="22" r="38" />
          <circle className="art-sun" cx="78" cy="22" r="17" />
        </>
      )
    case 1:
      return (
        <>
          <path className="art-far" d="M0 0h58a58 58 0 0 1-58 58Z" />
          <path className="art-sun" d="M0 0h27a27 27 0 0 1-27 27Z" />
        </>
      )
    default:
      return (
        <>
          <rect className="art-far" x="66" width="24" height="58" />
          <rect className="art-near" x="42" width="24" height="38" />
          <rect className="art-sun" x="18" width="24" height="20" />
        </>
      )
  }
}
