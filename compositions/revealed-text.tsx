import { Fragment, type CSSProperties } from 'react'
import { Easing, interpolate, useCurrentFrame } from 'remotion'
import { cssOfText, type FittedText } from './fit-text.ts'
import { revealTimingOf } from './reveal-timing.ts'
import { wordsOf } from './text-words.ts'

/**
 * A text whose words rise into place one after the other. Words are plain inline spans, so that
 * mixed directions keep their order.
 */
export function RevealedText(props: {
  fitted: FittedText
  sceneFrames: number
  /** Frame of the scene at which the first word starts; below zero it is half there at once. */
  startFrame: number
  color: string
  /** What comes in one after the other; characters suit a single figure. */
  pieces?: 'words' | 'characters'
  /** Sets single words apart; must not change their width. */
  wordStyleOf?: (word: string) => CSSProperties
  style?: CSSProperties
}) {
  const { fitted, sceneFrames, startFrame, color, pieces = 'words', wordStyleOf, style } = props
  const frame = useCurrentFrame()
  const words = pieces === 'words' ? wordsOf(fitted.text) : Array.from(fitted.text)
  const timing = revealTimingOf({ wordCount: words.length, sceneFrames, startFrame })
  return (
    <div lang={fitted.language} style={{ ...cssOfText(fitted), color, ...style }}>
      {words.map((word, index) => {
        const start = timing.startOf(index)
        const shown = interpolate(frame, [start, start + timing.wordFrames], [0, 1], {
          easing: Easing.bezier(0.16, 1, 0.3, 1),
          extrapolateLeft: 'clamp',
          extrapolateRight: 'clamp',
        })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- words repeat and never move
          <Fragment key={index}>
            <span style={{ ...risingOf(shown, fitted.size), ...wordStyleOf?.(word) }}>{word}</span>
            {pieces === 'words' && ' '}
          </Fragment>
        )
      })}
    </div>
  )
}

function risingOf(shown: number, size: number): CSSProperties {
  return {
    position: 'relative',
    top: (1 - shown) * size * 0.45,
    opacity: Math.min(1, shown * 1.4),
  }
}
