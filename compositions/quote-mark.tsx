import type { CSSProperties } from 'react'

/** A pair of opening quotation marks as a drawing, so that it looks the same in every language. */
export function QuoteMark({
  color,
  height,
  style,
}: {
  color: string
  height: number
  style: CSSProperties
}) {
  const mark = 'M0 58C0 24 18 6 46 0V18C34 22 28 30 27 42H46V88H0Z'
  return (
    <svg
      viewBox="0 0 108 88"
      width={(height * 108) / 88}
      height={height}
      style={{ position: 'absolute', ...style }}
    >
      <path d={mark} fill={color} />
      <path d={mark} fill={color} transform="translate(60 0)" />
    </svg>
  )
}
