import type { CSSProperties } from 'react'
import { inkOn } from './ink-on.ts'

// React passes custom properties through, but its CSSProperties type does not list them.
type BrandStyle = CSSProperties & Record<`--${string}`, string>

/** Custom properties for everything that is drawn in a draft's own colour. */
export function brandStyle(color: string): BrandStyle {
  const ink = inkOn(color)
  const blackShare = ink === '#ffffff' ? 42 : 14
  return {
    '--brand': color,
    '--brand-ink': ink,
    '--brand-deep': `color-mix(in oklab, ${color}, black ${blackShare}%)`,
  }
}
