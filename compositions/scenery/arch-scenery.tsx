import { randomOf } from '../scene-random.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { ridgeOf } from './ridge-path.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Sun } from './sun.tsx'

const gateCount = 5

/** A row of gates, one inside the other, with light at the end; the camera walks in. */
export function ArchScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`arch ${seed}`)
  const lean = (random() - 0.5) * 160
  const ground = ridgeOf({
    random,
    baseline: bottom * 0.84,
    amplitude: 26,
    count: 1.2,
    depth: bottom,
  })
  const gates = Array.from({ length: gateCount }, (_, index) => ({
    fill: scheme.layers[index] ?? scheme.layers[0],
    halfWidth: 150 + index * 88,
    top: bottom * (0.36 - index * 0.085),
    x: 540 + lean * (1 - index / gateCount),
    zoom: 1 + frame * 0.00022 * (index + 1),
  }))
  return (
    <g>
      <Sun x={540 + lean} y={bottom * 0.6} radius={bottom * 0.1} fill={scheme.sun} frame={frame} />
      <PaperSheet path={ground.path} fill={scheme.layers[0]} />
      {gates.map((gate) => (
        <g
          key={gate.halfWidth}
          transform={`translate(${gate.x} ${bottom * 0.7}) scale(${gate.zoom}) translate(${-gate.x} ${-bottom * 0.7})`}
        >
          <Gate {...gate} bottom={bottom} />
        </g>
      ))}
    </g>
  )
}

function Gate({
  x,
  top,
  halfWidth,
  bottom,
  fill,
}: {
  x: number
  top: number
  halfWidth: number
  bottom: number
  fill: string
}) {
  const opening =
    `M${x - halfWidth} ${bottom * 1.5}L${x - halfWidth} ${top + halfWidth}` +
    `A${halfWidth} ${halfWidth} 0 0 1 ${x + halfWidth} ${top + halfWidth}L${x + halfWidth} ${bottom * 1.5}Z`
  const wall = `M-400 -700H1480V${bottom * 1.5}H-400Z`
  return (
    <g>
      <path d={opening} fill="none" stroke="#000" strokeWidth={44} opacity={0.05} />
      <path d={opening} fill="none" stroke="#000" strokeWidth={20} opacity={0.07} />
      <path d={wall + opening} fill={fill} fillRule="evenodd" />
    </g>
  )
}
