import { randomOf } from '../scene-random.ts'
import type { ShapesProps } from './shapes-props.ts'

/** One huge disc that rises over the frame's edge, in halves that turn against each other. */
export function DiscShapes({ colors, seed, height, edge, frame }: ShapesProps) {
  const random = randomOf(`disc ${seed}`)
  const radius = Math.min(620, height * 0.93)
  const x = 300 + random() * 480
  const y = edge === 'top' ? 0 : height
  const turn = random() * 360 + frame * 0.4
  const satellites = Array.from({ length: 3 }, (_, index) => ({
    angle: random() * 6.3 + index * 2.1 + frame * 0.011 * (index % 2 === 0 ? 1 : -1),
    fill: colors[(index + 1) % colors.length],
  }))
  const halfDisc = (size: number) => `M${x - size} ${y}A${size} ${size} 0 0 1 ${x + size} ${y}Z`
  return (
    <g>
      <circle cx={x} cy={y} r={radius} fill={colors[0]} />
      <path d={halfDisc(radius)} fill={colors[2]} transform={`rotate(${turn} ${x} ${y})`} />
      <circle cx={x} cy={y} r={radius * 0.7} fill={colors[1]} />
      <path
        d={halfDisc(radius * 0.7)}
        fill={colors[3]}
        transform={`rotate(${-turn * 1.4} ${x} ${y})`}
      />
      <circle cx={x} cy={y} r={radius * 0.36} fill={colors[0]} />
      {satellites.map(({ angle, fill }, index) => (
        <circle
          key={fill}
          cx={x + Math.cos(angle) * radius * (0.53 + index * 0.16)}
          cy={y + Math.sin(angle) * radius * (0.53 + index * 0.16)}
          r={radius * 0.085}
          fill={fill}
        />
      ))}
    </g>
  )
}
