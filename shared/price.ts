import type { Format } from './format.ts'
import { fps } from './video-props.ts'

const basePrice: Record<Format, number> = { story: 2, promo: 1 }
const framesPerStep = 30 * fps

/** Credits of a render: its format's price, and one more for each further 30 s that it has begun. */
export function priceOf(video: { format: Format; frameCount: number }): number {
  const begun = Math.max(1, Math.ceil(video.frameCount / framesPerStep))
  return basePrice[video.format] + begun - 1
}
