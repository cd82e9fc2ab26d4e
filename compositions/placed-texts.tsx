import type { CSSProperties, ReactNode } from 'react'
import { AbsoluteFill, useCurrentFrame } from 'remotion'
import type { PlacedText, TextRole } from './placed-text.ts'
import { RevealedText } from './revealed-text.tsx'
import { safeArea } from './safe-area.ts'
import { exitOf } from './scene-motion.ts'
import type { SceneProps } from './scene-props.ts'

// Below zero: the first words are on their way in at the first frame, which players show as cover.
const startFrames: Record<TextRole, number> = { figure: -6, name: -5, caption: -4, narration: 4 }

/** The texts of a scene at their places; they come in word by word and leave together. */
export function PlacedTexts(
  props: Pick<SceneProps, 'scene'> & {
    texts: PlacedText[]
    colors: Record<TextRole, string>
    captionWordStyleOf?: (word: string) => CSSProperties
  },
) {
  const { scene, texts, colors, captionWordStyleOf } = props
  return texts.map(({ role, fitted, top }) => {
    const style = { position: 'absolute' as const, top, left: safeArea.left }
    return (
      <RevealedText
        key={role}
        {...{ fitted, style }}
        sceneFrames={scene.frameCount}
        startFrame={startFrames[role] - (scene.kind === 'hook' ? 5 : 0)}
        pieces={role === 'figure' ? 'characters' : 'words'}
        color={colors[role]}
        {...(role === 'caption' && captionWordStyleOf ? { wordStyleOf: captionWordStyleOf } : {})}
      />
    )
  })
}

/** Carries a scene's texts out at its end, except for the last scene of a video. */
export function LeavingTexts({
  scene,
  children,
}: Pick<SceneProps, 'scene'> & {
  children: ReactNode
}) {
  const frame = useCurrentFrame()
  const leaving = scene.kind === 'call' ? 0 : exitOf(frame, scene.frameCount)
  return (
    <AbsoluteFill style={{ transform: `translateY(${-110 * leaving}px)`, opacity: 1 - leaving }}>
      {children}
    </AbsoluteFill>
  )
}
