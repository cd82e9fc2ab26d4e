import { randomOf } from '../scene-random.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { ridgeOf } from './ridge-path.ts'
import type { SceneryProps } from './scenery-props.ts'

const rayCount = 14
const reach = 1700

/** A sunburst that turns slowly behind rolling ground. */
export function RayScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`ray ${seed}`)
  const center = { x: 540, y: bottom * 0.66 }
  const grounds = [2, 3, 4].map((layer, index) => ({
    fill: scheme.layers[layer] ?? scheme.layers[4],
    speed: (index % 2 === 0 ? 0.3 : -0.35) * (index + 1) * 0.6,
    ridge: ridgeOf({
      random,
      baseline: bottom * (0.72 + index * 0.1),
      amplitude: 44,
      count: 1 + index * 0.2,
      depth: bottom,
    }),
  }))
  return (
    <g>
      <path d={raysOf(center, frame * 0.0022)} fill={scheme.sun} opacity={0.5} />
      {[3.1, 2.5, 1.95, 1.45].map((scale, index) => (
        <circle
          key={scale}
          {...{ cx: center.x, cy: center.y }}
          r={bottom * 0.15 * scale * (1 + 0.02 * Math.sin(frame / 20 + index * 1.3))}
          fill={
            [scheme.layers[1], scheme.layers[0], scheme.detail, scheme.layers[2]][index] ??
            scheme.sun
          }
        />
      ))}
      <circle cx={center.x} cy={center.y} r={bottom * 0.15} fill={scheme.sun} />
      {grounds.map(({ fill, speed, ridge }) => (
        <PaperSheet
          key={fill}
          path={ridge.path}
          fill={fill}
          transform={`translate(${(frame * speed).toFixed(2)} 0)`}
        />
      ))}
    </g>
  )
}

function raysOf({ x, y }: { x: number; y: number }, turn: number): string {
  const slice = Math.PI / rayCount
  return Array.from({ length: rayCount }, (_, index) => {
    const from = index * 2 * slice + turn
    const to = from + slice
    return `M${x} ${y}L${x + Math.cos(from) * reach} ${y + Math.sin(from) * reach}L${x + Math.cos(to) * reach} ${y + Math.sin(to) * reach}Z`
  }).join('')
}
