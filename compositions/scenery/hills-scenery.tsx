import { randomOf } from '../scene-random.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { ridgeOf, type Ridge } from './ridge-path.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Stars } from './stars.tsx'
import { Sun } from './sun.tsx'

/** Layers of hills with trees under a rising sun or moon. */
export function HillsScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`hills ${seed}`)
  const sun = { x: 300 + random() * 480, radius: 120 + random() * 60 }
  const ridges = scheme.layers.map((fill, index) => ({
    fill,
    speed: 0.12 * (index + 1) * (index % 2 === 0 ? 1 : -0.6),
    ridge: ridgeOf({
      random,
      baseline: bottom * (0.52 + index * 0.115),
      amplitude: 70 - index * 7,
      count: 0.9 + index * 0.25,
      depth: bottom,
    }),
  }))
  return (
    <g>
      {scheme.isNight && (
        <Stars seed={seed} bottom={bottom * 0.6} fill={scheme.sun} frame={frame} />
      )}
      <Sun
        x={sun.x}
        y={bottom * 0.4 - frame * 0.28}
        radius={sun.radius}
        fill={scheme.sun}
        frame={frame}
      />
      {ridges.map(({ fill, speed, ridge }, index) => (
        <g key={speed} transform={`translate(${(frame * speed).toFixed(2)} 0)`}>
          {index > 1 && <Trees ridge={ridge} fill={fill} seed={`${seed}${index}`} size={index} />}
          <PaperSheet path={ridge.path} fill={fill} />
        </g>
      ))}
    </g>
  )
}

function Trees({
  ridge,
  fill,
  seed,
  size,
}: {
  ridge: Ridge
  fill: string
  seed: string
  size: number
}) {
  const random = randomOf(`trees ${seed}`)
  const groveX = 100 + random() * 700
  const isPine = random() < 0.55
  const trees = Array.from({ length: 5 + Math.floor(random() * 5) }, (_, index) => ({
    x: groveX + index * (34 + random() * 26) - 60,
    height: (44 + random() * 40) * (0.6 + size * 0.28),
  }))
  return trees.map(({ x, height }) => (
    <path
      key={x}
      d={isPine ? pineOf(x, ridge.yOf(x), height) : leafTreeOf(x, ridge.yOf(x), height)}
      fill={fill}
    />
  ))
}

function pineOf(x: number, y: number, height: number): string {
  const half = height * 0.24
  return `M${x} ${y - height}L${x + half} ${y + 12}L${x - half} ${y + 12}Z`
}

function leafTreeOf(x: number, y: number, height: number): string {
  const radius = height * 0.3
  const top = y - height + radius
  return (
    `M${x - 4} ${y + 12}L${x - 4} ${top}L${x + 4} ${top}L${x + 4} ${y + 12}Z` +
    `M${x - radius} ${top}a${radius} ${radius * 1.25} 0 1 1 ${radius * 2} 0` +
    `a${radius} ${radius * 1.25} 0 1 1 ${-radius * 2} 0Z`
  )
}
