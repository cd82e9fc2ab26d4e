import { AbsoluteFill, useCurrentFrame } from 'remotion'
import { cssOfText, fitText, type TextBox } from './fit-text.ts'
import { safeArea, safeStartOf } from './safe-area.ts'
import { entranceOf } from './scene-motion.ts'
import { directionOf, type Language } from '../shared/language.ts'

export const sitePillHeight = 104

const siteBox: TextBox = {
  width: 640,
  height: 64,
  sizeMin: 24,
  sizeMax: 46,
  weight: 700,
  lineHeight: 1.25,
  tracking: -0.015,
  align: 'start',
}

/** The brand's address as a button, with an arrow that invites to follow. */
export function SitePill({
  site,
  language,
  top,
  background,
  color,
}: {
  site: string
  language: Language
  top: number
  background: string
  color: string
}) {
  const frame = useCurrentFrame()
  const fitted = fitText(site, language, siteBox)
  const arrived = entranceOf(frame, 4, 18)
  const direction = directionOf(language)
  return (
    <AbsoluteFill>
      <div
        style={{
          position: 'absolute',
          top,
          height: sitePillHeight,
          ...safeStartOf(direction),
          maxWidth: safeArea.width,
          display: 'flex',
          alignItems: 'center',
          gap: 24,
          padding: '0 44px',
          borderRadius: sitePillHeight,
          background,
          color,
          opacity: arrived,
          transform: `scale(${0.86 + 0.14 * arrived + 0.008 * Math.sin(frame / 9)})`,
          transformOrigin: direction === 'rtl' ? 'right center' : 'left center',
        }}
      >
        <div style={{ ...cssOfText(fitted), width: 'auto' }}>{site}</div>
        <Arrow direction={direction} color={color} frame={frame} />
      </div>
    </AbsoluteFill>
  )
}

function Arrow({
  direction,
  color,
  frame,
}: {
  direction: 'ltr' | 'rtl'
  color: string
  frame: number
}) {
  const forwards = direction === 'rtl' ? -1 : 1
  return (
    <svg
      width={44}
      height={44}
      viewBox="-22 -22 44 44"
      style={{ transform: `translateX(${forwards * (4 + 4 * Math.sin(frame / 7))}px)` }}
    >
      <path
        d="M-15 0H14M2 -13L15 0L2 13"
        transform={`scale(${forwards} 1)`}
        fill="none"
        stroke={color}
        strokeWidth={5.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
