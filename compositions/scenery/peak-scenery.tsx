import { mixOf } from '../color-math.ts'
import { randomOf } from '../scene-random.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Stars } from './stars.tsx'
import { Sun } from './sun.tsx'

type Peak = { x: number; top: number; half: number; lean: number }

/** Ranges of folded mountains with a bright and a shaded side, and snow on the far ones. */
export function PeakScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`peak ${seed}`)
  const sunX = 200 + random() * 680
  const ranges = [0, 1, 2, 3].map((layer) => ({
    fill: scheme.layers[layer + 1] ?? scheme.layers[4],
    shade: mixOf(scheme.layers[layer + 1] ?? scheme.layers[4], '#000000', 0.16),
    shift: (layer % 2 === 0 ? 1 : -1) * frame * (0.12 + layer * 0.16),
    peaks: Array.from(
      { length: 4 },
      (_, index): Peak => ({
        x: -60 + index * 400 + (layer % 2) * 190 + (random() - 0.5) * 150,
        top: bottom * (0.36 + layer * 0.15) + random() * bottom * 0.1,
        half: 270 + random() * 170,
        lean: (random() - 0.5) * 130,
      }),
    ),
  }))
  return (
    <g>
      {scheme.isNight && (
        <Stars seed={seed} bottom={bottom * 0.6} fill={scheme.sun} frame={frame} />
      )}
      <Sun
        x={sunX}
        y={bottom * 0.36 - frame * 0.25}
        radius={bottom * 0.13}
        fill={scheme.sun}
        frame={frame}
      />
      {ranges.map(({ fill, shade, shift, peaks }, layer) => (
        <g key={fill} transform={`translate(${shift.toFixed(2)} 0)`}>
          {peaks.map((peak) => (
            <g key={peak.x}>
              <path d={sideOf(peak, bottom, -1)} fill={fill} />
              <path d={sideOf(peak, bottom, 1)} fill={shade} />
              {layer < 2 && <path d={snowOf(peak)} fill={scheme.detail} />}
            </g>
          ))}
        </g>
      ))}
    </g>
  )
}

function sideOf({ x, top, half, lean }: Peak, bottom: number, side: -1 | 1): string {
  const foot = bottom + 200
  const width = (half * (foot - top)) / (bottom * 0.55)
  return `M${x} ${top}L${x + side * width} ${foot}H${x + lean}L${x + lean * 0.3} ${top + (foot - top) * 0.45}Z`
}

function snowOf({ x, top, half }: Peak): string {
  const width = half * 0.2
  const height = width * 1.02
  return (
    `M${x} ${top}L${x + width} ${top + height}L${x + width * 0.35} ${top + height * 0.78}` +
    `L${x} ${top + height * 1.3}L${x - width * 0.4} ${top + height * 0.74}L${x - width} ${top + height}Z`
  )
}
