import { AbsoluteFill, Img, staticFile } from 'remotion'
import { entranceOf, exitOf } from './scene-motion.ts'
import { Scenery } from './scenery/scenery.tsx'
import type { VideoScene } from '../shared/video-props.ts'
import type { StoryScheme } from './story-scheme.ts'

/** The picture of a scene under a slow camera: its asset, or one drawn from the scene's id. */
export function PictureLayer(props: {
  scene: VideoScene
  scheme: StoryScheme
  /** Where the sheet with the text begins to cover the picture, in pixels from the top. */
  bottom: number
  frame: number
}) {
  const { scene, scheme, bottom, frame } = props
  const zoom = 1.09 - 0.05 * entranceOf(frame, 0, 24) + frame * 0.0004
  const lift = 60 * exitOf(frame, scene.frameCount)
  return (
    <AbsoluteFill
      style={{
        transform: `translateY(${-lift}px) scale(${zoom})`,
        transformOrigin: `540px ${Math.round(bottom * 0.55)}px`,
      }}
    >
      {scene.picture === null ? (
        <Scenery
          name={scene.scenery}
          scheme={scheme}
          seed={scene.id}
          bottom={bottom}
          frame={frame}
        />
      ) : (
        <Img
          src={staticFile(scene.picture)}
          style={{ width: 1080, height: bottom + 160, objectFit: 'cover' }}
        />
      )}
    </AbsoluteFill>
  )
}
