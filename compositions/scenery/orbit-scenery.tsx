import { mixOf } from '../color-math.ts'
import { randomOf } from '../scene-random.ts'
import type { SceneryProps } from './scenery-props.ts'
import { Stars } from './stars.tsx'

/** A planet with rings, and moons on their way round it. */
export function OrbitScenery({ scheme, seed, bottom, frame }: SceneryProps) {
  const random = randomOf(`orbit ${seed}`)
  const center = { x: 470 + random() * 140, y: bottom * 0.5 }
  const radius = Math.min(250, bottom * 0.23)
  const tilt = -28 + random() * 56
  const orbits = Array.from({ length: 4 }, (_, index) => ({
    rx: radius * (1.5 + index * 0.48),
    ry: radius * (0.42 + index * 0.17),
    moon: 22 + random() * 30,
    angle: random() * 6.3,
    speed: (0.014 - index * 0.0022) * (index % 2 === 0 ? 1 : -1),
  }))
  return (
    <g>
      {scheme.isNight && <Stars seed={seed} bottom={bottom} fill={scheme.sun} frame={frame} />}
      <circle cx={center.x} cy={center.y} r={radius * 2.5} fill={scheme.layers[0]} opacity={0.22} />
      <circle cx={center.x} cy={center.y} r={radius * 1.75} fill={scheme.layers[1]} opacity={0.3} />
      <g transform={`rotate(${tilt + frame * 0.03} ${center.x} ${center.y})`}>
        {orbits.map((orbit) => (
          <ellipse
            key={orbit.rx}
            cx={center.x}
            cy={center.y}
            rx={orbit.rx}
            ry={orbit.ry}
            fill="none"
            stroke={scheme.detail}
            strokeWidth={4}
            opacity={0.55}
          />
        ))}
        <Planet {...center} radius={radius} scheme={scheme} seed={seed} frame={frame} />
        {orbits.map((orbit, index) => {
          const angle = orbit.angle + frame * orbit.speed
          const fill = [scheme.sun, scheme.layers[4], scheme.detail, scheme.layers[3]][index]
          return (
            <circle
              key={orbit.rx}
              cx={center.x + Math.cos(angle) * orbit.rx}
              cy={center.y + Math.sin(angle) * orbit.ry}
              r={orbit.moon}
              fill={fill ?? scheme.sun}
            />
          )
        })}
      </g>
    </g>
  )
}

function Planet({
  x,
  y,
  radius,
  scheme,
  seed,
  frame,
}: {
  x: number
  y: number
  radius: number
} & Pick<SceneryProps, 'scheme' | 'seed' | 'frame'>) {
  const random = randomOf(`planet ${seed}`)
  const clipId = `planet-${seed}`
  const bands = scheme.layers.map((fill, index) => ({
    fill: index === 2 ? mixOf(fill, scheme.sun, 0.6) : fill,
    y: y - radius + (index + 0.35 + random() * 0.4) * radius * 0.42,
    sway: random() * 6.3,
  }))
  return (
    <g>
      <clipPath id={clipId}>
        <circle cx={x} cy={y} r={radius} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <rect
          x={x - radius}
          y={y - radius}
          width={radius * 2}
          height={radius * 2}
          fill={scheme.sun}
        />
        {bands.map((band) => {
          const lift = Math.sin(frame / 40 + band.sway) * 14
          return (
            <path
              key={band.y}
              d={`M${x - radius} ${band.y + lift}Q${x - radius / 2} ${band.y - 50} ${x} ${band.y}T${x + radius} ${band.y - lift}V${y + radius}H${x - radius}Z`}
              fill={band.fill}
            />
          )
        })}
        <circle
          cx={x + radius * 0.5}
          cy={y + radius * 0.35}
          r={radius * 1.25}
          fill="none"
          stroke="#000"
          strokeWidth={radius * 0.5}
          opacity={0.08}
        />
      </g>
    </g>
  )
}
