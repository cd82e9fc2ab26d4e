import { randomOf } from '../scene-random.ts'
import { PaperSheet } from './paper-sheet.tsx'
import type { SceneryProps } from './scenery-props.ts'
import { Stars } from './stars.tsx'
import { Sun } from './sun.tsx'

const waveWidth = 360

/** A sea of paper waves with a small boat, under sun or moon. */
export function WaveScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`wave ${seed}`)
  const sunX = 320 + random() * 440
  const boatX = 240 + random() * 420
  const waves = scheme.layers.map((fill, index) => ({
    fill,
    y: bottom * (0.5 + index * 0.125),
    height: 26 + index * 9,
    shift: random() * waveWidth + frame * (0.5 + index * 0.35) * (index % 2 === 0 ? -1 : 1),
  }))
  return (
    <g>
      {scheme.isNight && (
        <Stars seed={seed} bottom={bottom * 0.5} fill={scheme.sun} frame={frame} />
      )}
      <Sun
        x={sunX}
        y={bottom * 0.38 + frame * 0.15}
        radius={bottom * 0.15}
        fill={scheme.sun}
        frame={frame}
      />
      {waves.map((wave, index) => (
        <g key={wave.y}>
          {index === 2 && (
            <Boat x={boatX + frame * 0.5} y={wave.y + 16} scheme={scheme} frame={frame} />
          )}
          <PaperSheet
            path={wavePathOf(wave.y + Math.sin(frame / 26 + index) * 8, wave.height, bottom)}
            fill={wave.fill}
            transform={`translate(${(((wave.shift % waveWidth) + waveWidth) % waveWidth) - waveWidth} 0)`}
          />
        </g>
      ))}
    </g>
  )
}

function Boat({
  x,
  y,
  scheme,
  frame,
}: { x: number; y: number } & Pick<SceneryProps, 'scheme' | 'frame'>) {
  return (
    <g
      transform={`translate(${x} ${y + Math.sin(frame / 20) * 7}) rotate(${Math.sin(frame / 26) * 4})`}
    >
      <path d="M-92 -34H92Q70 22 40 22H-46Q-76 18 -92 -34Z" fill={scheme.layers[4]} />
      <path d="M-6 -44V-232Q70 -150 84 -44Z" fill={scheme.detail} />
      <path d="M-18 -44V-196Q-66 -120 -76 -44Z" fill={scheme.sun} />
    </g>
  )
}

function wavePathOf(y: number, height: number, depth: number): string {
  let path = `M-100 ${y + depth}V${y}`
  for (let x = -100; x < 1560; x += waveWidth) {
    path += `q${waveWidth / 4} ${-height} ${waveWidth / 2} 0t${waveWidth / 2} 0`
  }
  return `${path}V${y + depth}Z`
}
