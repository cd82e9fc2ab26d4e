import { randomOf } from '../scene-random.ts'
import { entranceOf } from '../scene-motion.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Sun } from './sun.tsx'

const columnCount = 6

/** Columns that grow towards the sun, for a scene with a figure. */
export function StepScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`step ${seed}`)
  const width = 1080 / columnCount
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    x: index * width,
    height: bottom * (0.16 + 0.5 * ((index + random() * 0.5) / columnCount) ** 1.15),
    fill: scheme.layers[Math.min(4, index)] ?? scheme.layers[4],
    delay: index * 2 - 12,
    phase: random() * 6.3,
  }))
  return (
    <g>
      <Sun
        x={300}
        y={bottom * 0.36 - frame * 0.2}
        radius={bottom * 0.13}
        fill={scheme.sun}
        frame={frame}
      />
      {columns.map((column) => {
        const grown = 0.55 + 0.45 * entranceOf(frame, column.delay, 40)
        const top =
          bottom - column.height * grown - frame * 0.12 + Math.sin(frame / 28 + column.phase) * 9
        return (
          <g key={column.x} transform={`translate(${column.x} ${top})`}>
            <rect
              x={-16}
              y={16}
              width={width}
              height={bottom}
              rx={width / 2}
              fill="#000"
              opacity={0.07}
            />
            <rect width={width} height={bottom * 1.4} rx={width / 2} fill={column.fill} />
            <circle
              cx={width / 2}
              cy={width / 2}
              r={width * 0.24}
              fill={scheme.detail}
              opacity={0.9}
            />
          </g>
        )
      })}
    </g>
  )
}
