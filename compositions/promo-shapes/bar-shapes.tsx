import { randomOf } from '../scene-random.ts'
import type { ShapesProps } from './shapes-props.ts'

/** Rows of round-ended bars that slide past each other. */
export function BarShapes({ colors, seed, height, frame }: ShapesProps) {
  const random = randomOf(`bar ${seed}`)
  const rows = Math.max(2, Math.round(height / 150))
  const pitch = height / rows
  const thickness = pitch * 0.8
  return Array.from({ length: rows }, (_, row) => {
    const direction = row % 2 === 0 ? 1 : -1
    const speed = 0.9 + random() * 1.3
    const lengths = [260 + random() * 300, 420 + random() * 320, thickness, 240 + random() * 380]
    const span = lengths.reduce((sum, length) => sum + length + 34, 0)
    const shift = random() * span + frame * speed * direction
    const y = row * pitch + (pitch - thickness) / 2
    return lengths.map((length, index) => {
      const before = lengths.slice(0, index).reduce((sum, one) => sum + one + 34, 0)
      const x = ((((before + shift) % span) + span) % span) - length
      const bar = { y, width: length, height: thickness, rx: thickness / 2 }
      const fill = colors[(index + row) % colors.length]
      return (
        <g key={`${row} ${length}`} fill={fill}>
          <rect {...bar} x={x} />
          <rect {...bar} x={x - span} />
          <rect {...bar} x={x + span} />
        </g>
      )
    })
  })
}
