import { randomOf } from '../scene-random.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Stars } from './stars.tsx'
import { Sun } from './sun.tsx'

type House = { x: number; top: number; width: number; roof: number; seed: number }

/** A paper town in three rows, with windows that light up one after the other. */
export function CityScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`city ${seed}`)
  const sunX = 260 + random() * 560
  const rows = [0, 1, 2].map((row) => ({
    fill: scheme.layers[row + 1 + (row > 0 ? 1 : 0)] ?? scheme.layers[4],
    shift: (row % 2 === 0 ? -1 : 1) * frame * (0.12 + row * 0.15),
    houses: Array.from(
      { length: 9 },
      (_, index): House => ({
        x: -180 + index * 162 + random() * 40,
        top: bottom * (0.4 + row * 0.17 + random() * 0.16),
        width: 130 + random() * 60,
        roof: Math.floor(random() * 4),
        seed: random(),
      }),
    ),
  }))
  return (
    <g>
      {scheme.isNight && (
        <Stars seed={seed} bottom={bottom * 0.5} fill={scheme.sun} frame={frame} />
      )}
      <Sun
        x={sunX}
        y={bottom * 0.36 - frame * 0.2}
        radius={bottom * 0.15}
        fill={scheme.sun}
        frame={frame}
      />
      {rows.map(({ fill, shift, houses }, row) => (
        <g key={fill} transform={`translate(${shift.toFixed(2)} 0)`}>
          {houses.map((house) => (
            <g key={house.x}>
              <path
                d={outlineOf(house, bottom)}
                fill="#000"
                opacity={0.08}
                transform="translate(-10 -8)"
              />
              <path d={outlineOf(house, bottom)} fill={fill} />
              {row > 0 && (
                <Windows house={house} bottom={bottom} fill={scheme.detail} frame={frame} />
              )}
            </g>
          ))}
        </g>
      ))}
    </g>
  )
}

function outlineOf({ x, top, width, roof }: House, bottom: number): string {
  const foot = bottom + 200
  const half = width / 2
  const roofs = [
    `L${x} ${top}H${x + width}`,
    `L${x} ${top}L${x + half} ${top - half * 0.9}L${x + width} ${top}`,
    `L${x} ${top}A${half} ${half} 0 0 1 ${x + width} ${top}`,
    `L${x} ${top}V${top - 34}L${x + width} ${top - 96}V${top}`,
  ]
  return `M${x} ${foot}${roofs[roof] ?? ''}L${x + width} ${foot}Z`
}

function Windows({
  house,
  bottom,
  fill,
  frame,
}: {
  house: House
  bottom: number
  fill: string
  frame: number
}) {
  const random = randomOf(`windows ${house.seed}`)
  const rows = Math.floor((bottom - house.top) / 62)
  const step = house.width / 3
  const panes = Array.from({ length: Math.max(0, rows) * 3 }, (_, index) => ({
    x: house.x + step * (index % 3) + step * 0.26,
    y: house.top + 30 + Math.floor(index / 3) * 62,
    phase: random() * 6.3,
    isLit: random() < 0.55,
  }))
  return panes
    .filter((pane) => pane.isLit)
    .map(({ x, y, phase }) => (
      <rect
        key={`${x} ${y}`}
        x={x}
        y={y}
        width={step * 0.48}
        height={34}
        rx={5}
        fill={fill}
        opacity={0.55 + 0.4 * Math.sin(frame / 25 + phase)}
      />
    ))
}
