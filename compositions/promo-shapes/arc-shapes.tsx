import { randomOf } from '../scene-random.ts'
import type { ShapesProps } from './shapes-props.ts'

const bandsInCycle = 5

/** Thick rings that keep growing out of a point on the frame's edge. */
export function ArcShapes({ colors, ground, seed, height, edge, frame }: ShapesProps) {
  const random = randomOf(`arc ${seed}`)
  const centerX = [90, 540, 990][Math.floor(random() * 3)] ?? 540
  const centerY = edge === 'top' ? 0 : height
  const band = Math.max(84, height / 6)
  const flow = frame * 1.2
  const steps = Math.floor(flow / band)
  const count = Math.ceil(Math.hypot(1080, height) / band) + 2
  const cycle = [...colors, ground]
  return Array.from({ length: count }, (_, index) => {
    const order = count - index
    const color = (((order - steps) % bandsInCycle) + bandsInCycle) % bandsInCycle
    return (
      <circle
        key={order - steps}
        cx={centerX}
        cy={centerY}
        r={(order - 1) * band + (flow % band)}
        fill={cycle[color] ?? ground}
      />
    )
  })
}
