import { AbsoluteFill, Series } from 'remotion'
import { directionOf } from '../shared/language.ts'
import type { VideoProps, VideoScene } from '../shared/video-props.ts'
import { drawableText } from './drawable-text.ts'
import { FontGate } from './font-gate.tsx'
import { formatComponents } from './format-components.ts'
import { SoundBedTrack } from './sound-bed-track.tsx'

/** A video of any format: its scenes one after the other, over the sound bed. */
export function FormatVideo(video: VideoProps) {
  const Scene = formatComponents[video.format]
  const brand = {
    ...video.brand,
    name: drawableText(video.brand.name),
    site: drawableText(video.brand.site),
  }
  const scenes = video.scenes.map(drawableSceneOf)
  const text = scenes.map((scene) => `${scene.caption} ${scene.narration}`).join(' ')
  return (
    <AbsoluteFill lang={video.language} dir={directionOf(video.language)}>
      <FontGate text={`${text} ${brand.name} ${brand.site}`}>
        <Series>
          {scenes.map((scene) => (
            <Series.Sequence key={scene.id} durationInFrames={scene.frameCount}>
              <Scene scene={scene} brand={brand} language={video.language} />
            </Series.Sequence>
          ))}
        </Series>
      </FontGate>
      {video.sound && <SoundBedTrack />}
    </AbsoluteFill>
  )
}

function drawableSceneOf(scene: VideoScene): VideoScene {
  const caption = drawableText(scene.caption)
  const narration = drawableText(scene.narration)
  return { ...scene, caption, narration: narration === caption ? '' : narration }
}
