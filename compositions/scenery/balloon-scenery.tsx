import { randomOf } from '../scene-random.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { ridgeOf } from './ridge-path.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Stars } from './stars.tsx'

/** Hot-air balloons that float up between paper clouds. */
export function BalloonScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`balloon ${seed}`)
  const side = random() < 0.5 ? 0 : 1
  const phase = random() * 6.3
  const balloons = [
    { x: side ? 700 : 380, y: 0.47, radius: 168, colors: [scheme.sun, scheme.layers[3]] },
    { x: side ? 300 : 800, y: 0.66, radius: 96, colors: [scheme.layers[4], scheme.detail] },
    { x: side ? 470 : 620, y: 0.24, radius: 62, colors: [scheme.layers[2], scheme.sun] },
  ]
  const ground = ridgeOf({
    random,
    baseline: bottom * 0.9,
    amplitude: 46,
    count: 1.1,
    depth: bottom,
  })
  return (
    <g>
      {scheme.isNight && <Stars seed={seed} bottom={bottom} fill={scheme.sun} frame={frame} />}
      <Cloud
        x={760 - frame * 0.5}
        y={bottom * 0.34}
        size={1.3}
        fill={scheme.detail}
        opacity={0.4}
      />
      {balloons.map(({ y, ...balloon }) => (
        <Balloon
          key={balloon.radius}
          {...balloon}
          y={
            bottom * y -
            frame * 0.006 * balloon.radius +
            Math.sin(frame / 30 + phase + balloon.radius) * 9
          }
          tilt={Math.sin(frame / 36 + phase + balloon.radius) * 3}
          basket={scheme.layers[4]}
        />
      ))}
      <Cloud
        x={150 + frame * 0.7}
        y={bottom * 0.62}
        size={1.1}
        fill={scheme.detail}
        opacity={0.75}
      />
      <Cloud
        x={880 + frame * 0.4}
        y={bottom * 0.83}
        size={1.5}
        fill={scheme.detail}
        opacity={0.6}
      />
      <PaperSheet path={ground.path} fill={scheme.layers[2]} />
    </g>
  )
}

function Balloon(props: {
  x: number
  y: number
  radius: number
  tilt: number
  colors: string[]
  basket: string
}) {
  const { x, y, radius: r, tilt, colors, basket } = props
  const skin = (width: number) =>
    `M0 ${-r}C${width * 1.32} ${-r} ${width * 1.24} ${r * 0.42} ${width * 0.2} ${r * 1.16}H${-width * 0.2}C${-width * 1.24} ${r * 0.42} ${-width * 1.32} ${-r} 0 ${-r}Z`
  return (
    <g transform={`translate(${x} ${y}) rotate(${tilt})`}>
      {[1, 0.72, 0.4, 0.13].map((share, index) => (
        <path key={share} d={skin(r * share)} fill={colors[index % 2]} />
      ))}
      <path
        d={`M${-r * 0.19} ${r * 1.16}L${-r * 0.15} ${r * 1.46}M${r * 0.19} ${r * 1.16}L${r * 0.15} ${r * 1.46}`}
        stroke={basket}
        strokeWidth={r * 0.03}
      />
      <rect
        x={-r * 0.18}
        y={r * 1.44}
        width={r * 0.36}
        height={r * 0.26}
        rx={r * 0.06}
        fill={basket}
      />
    </g>
  )
}

function Cloud({
  x,
  y,
  size,
  fill,
  opacity,
}: {
  x: number
  y: number
  size: number
  fill: string
  opacity: number
}) {
  return (
    <path
      d="M-150 40A44 44 0 0 1 -142 -46A70 70 0 0 1 -16 -84A84 84 0 0 1 122 -40A42 42 0 0 1 140 40Z"
      transform={`translate(${x.toFixed(2)} ${y}) scale(${size})`}
      fill={fill}
      opacity={opacity}
    />
  )
}
