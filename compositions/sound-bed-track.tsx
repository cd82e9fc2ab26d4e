import { Easing, Html5Audio, interpolate, staticFile, useVideoConfig } from 'remotion'
import { soundBedFile } from './sound-bed.ts'

const fadeOutFrames = 66

/**
 * The music bed under the whole video. Its file is as long as any video and starts softly; only the
 * end must be faded here, in steps small enough not to be heard.
 */
export function SoundBedTrack() {
  const { durationInFrames } = useVideoConfig()
  const fadeOut = Math.min(fadeOutFrames, Math.floor(durationInFrames / 2))
  return (
    <Html5Audio
      src={staticFile(soundBedFile)}
      volume={(frame) =>
        interpolate(frame, [durationInFrames - fadeOut, durationInFrames - 1], [1, 0], {
          easing: Easing.bezier(0.45, 0, 0.55, 1),
          extrapolateLeft: 'clamp',
          extrapolateRight: 'clamp',
        })
      }
    />
  )
}
