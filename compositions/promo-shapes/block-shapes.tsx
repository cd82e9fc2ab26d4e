import { Easing, interpolate } from 'remotion'
import { sceneSecondsMax } from '../../shared/script.ts'
import { fps } from '../../shared/video-props.ts'
import { randomOf } from '../scene-random.ts'
import type { ShapesProps } from './shapes-props.ts'

const sceneFramesMax = sceneSecondsMax * fps
const turnFrames = 34
const restFrames = 90

/** Large tiles with quarter and half discs that turn a quarter, one after the other. */
export function BlockShapes({ colors, seed, height, frame }: ShapesProps) {
  const random = randomOf(`block ${seed}`)
  const rows = Math.max(1, Math.round(height / 330))
  const side = Math.ceil(height / rows)
  // Wide enough to drift by one pixel a frame through the longest scene.
  const columns = Math.ceil((1080 + sceneFramesMax) / side)
  return Array.from({ length: rows * columns }, (_, index) => {
    const ground = Math.floor(random() * colors.length)
    const figure = colors[(ground + 1 + Math.floor(random() * 3)) % colors.length]
    const shape = shapes[Math.floor(random() * shapes.length)]
    const turn = Math.floor(random() * 4) + turnsOf(frame + random() * (turnFrames + restFrames))
    return (
      <svg
        // oxlint-disable-next-line react/no-array-index-key -- tiles never move
        key={index}
        x={(index % columns) * side - frame}
        y={Math.floor(index / columns) * side}
        width={side}
        height={side}
        viewBox="0 0 100 100"
      >
        <rect width={100} height={100} fill={colors[ground]} />
        <path d={shape} fill={figure} transform={`rotate(${turn * 90} 50 50)`} />
      </svg>
    )
  })
}

function turnsOf(frame: number): number {
  const cycle = turnFrames + restFrames
  const turning = interpolate(frame % cycle, [0, turnFrames], [0, 1], {
    easing: Easing.bezier(0.65, 0, 0.35, 1),
    extrapolateRight: 'clamp',
  })
  return Math.floor(frame / cycle) + turning
}

const shapes = [
  'M0 0A100 100 0 0 1 100 100H0Z',
  'M0 0A50 50 0 0 0 100 0Z',
  'M50 14A36 36 0 1 1 49.9 14Z',
  'M0 100L100 0V100Z',
  'M0 0A50 50 0 0 1 0 100ZM100 0A50 50 0 0 0 100 100Z',
  'M0 0A100 100 0 0 1 100 100H66A66 66 0 0 0 0 34Z',
]
