import { Easing, interpolate } from 'remotion'
import { randomOf } from '../scene-random.ts'
import type { SceneryProps } from './scenery-props.ts'

const tile = 216

/** A wall of geometric tiles; now and then one makes a quarter turn. */
export function TileScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`tile ${seed}`)
  const rows = Math.ceil((bottom + 260) / tile)
  const colors = [...scheme.layers, scheme.sun, scheme.detail, scheme.sun]
  const tiles = Array.from({ length: rows * 6 }, (_, index) => {
    const ground = Math.floor(random() * colors.length)
    return {
      x: (index % 6) * tile - tile / 2,
      y: Math.floor(index / 6) * tile - 120,
      ground: colors[ground] ?? scheme.sun,
      figure: colors[(ground + 2 + Math.floor(random() * 4)) % colors.length] ?? scheme.detail,
      shape: Math.floor(random() * 6),
      turn: Math.floor(random() * 4) * 90,
      turnsAt: random() * 150,
    }
  })
  return (
    <g transform={`translate(${-frame * 0.25} ${-frame * 0.35})`}>
      {tiles.map((one) => (
        <g key={`${one.x} ${one.y}`} transform={`translate(${one.x} ${one.y})`}>
          <rect width={tile + 1} height={tile + 1} fill={one.ground} />
          <g
            transform={`rotate(${one.turn + quarterTurnOf(frame, one.turnsAt)} ${tile / 2} ${tile / 2})`}
          >
            <path d={shapes[one.shape] ?? ''} fill={one.figure} fillRule="evenodd" />
          </g>
        </g>
      ))}
    </g>
  )
}

function quarterTurnOf(frame: number, turnsAt: number): number {
  return interpolate(frame, [turnsAt - 18, turnsAt + 18], [0, 90], {
    easing: Easing.bezier(0.65, 0, 0.35, 1),
    extrapolateLeft: 'clamp',
    extrapolateRight: 'clamp',
  })
}

const half = tile / 2
const shapes = [
  `M0 0A${tile} ${tile} 0 0 1 ${tile} ${tile}L0 ${tile}Z`,
  `M0 0A${half} ${half} 0 0 0 ${tile} 0ZM0 ${half}A${half} ${half} 0 0 0 ${tile} ${half}Z`,
  `M${half} ${half - 76}a76 76 0 1 1 -0.1 0Z`,
  `M0 0A${tile} ${tile} 0 0 1 ${tile} ${tile}H${tile - 58}A${tile - 58} ${tile - 58} 0 0 0 0 58ZM0 116A${tile - 116} ${tile - 116} 0 0 1 ${tile - 116} ${tile}H0Z`,
  `M0 ${tile}L${tile} 0V${tile}Z`,
  `M0 0A${half} ${half} 0 0 1 0 ${tile}ZM${tile} 0A${half} ${half} 0 0 0 ${tile} ${tile}Z`,
]
