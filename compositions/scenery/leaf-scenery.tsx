import { randomOf } from '../scene-random.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Sun } from './sun.tsx'

/** Large leaves that sway into the frame from both sides around a calm disc. */
export function LeafScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`leaf ${seed}`)
  const leaves = Array.from({ length: 12 }, (_, index) => {
    const isLeft = index % 2 === 0
    return {
      fill: scheme.layers[1 + Math.floor((index / 12) * 4)] ?? scheme.layers[4],
      vein: scheme.layers[Math.floor((index / 12) * 4)] ?? scheme.layers[0],
      x: isLeft ? -50 - random() * 40 : 1130 + random() * 40,
      y: bottom * (0.12 + (index / 12) * 0.95),
      length: 430 + random() * 240 - index * 8,
      angle: (isLeft ? -38 : 218) + (random() - 0.5) * 56 * (isLeft ? 1 : -1),
      phase: random() * 6.3,
    }
  })
  return (
    <g>
      <Sun
        x={540}
        y={bottom * 0.47 - frame * 0.15}
        radius={bottom * 0.17}
        fill={scheme.sun}
        frame={frame}
      />
      {leaves.map((leaf) => (
        <g
          key={leaf.y}
          transform={`translate(${leaf.x} ${leaf.y}) rotate(${leaf.angle + Math.sin(frame / 30 + leaf.phase) * 4})`}
        >
          <path
            d={leafPathOf(leaf.length)}
            fill="#000"
            opacity={0.08}
            transform="translate(6 -14)"
          />
          <path d={leafPathOf(leaf.length)} fill={leaf.fill} />
          <path
            d={veinsOf(leaf.length)}
            fill="none"
            stroke={leaf.vein}
            strokeWidth={5}
            opacity={0.55}
          />
        </g>
      ))}
    </g>
  )
}

function leafPathOf(length: number): string {
  const bulge = length * 0.27
  return `M0 0C${length * 0.25} ${-bulge * 1.25} ${length * 0.7} ${-bulge} ${length} 0C${length * 0.7} ${bulge} ${length * 0.25} ${bulge * 1.25} 0 0Z`
}

function veinsOf(length: number): string {
  const steps = [0.22, 0.38, 0.54, 0.7]
  return steps.reduce(
    (path, step) =>
      `${path}M${length * step} 0L${length * (step + 0.14)} ${-length * 0.14 * (1.1 - step)}` +
      `M${length * step} 0L${length * (step + 0.14)} ${length * 0.14 * (1.1 - step)}`,
    `M0 0H${length * 0.94}`,
  )
}
