import { randomOf } from '../scene-random.ts'

/** Small stars that twinkle in the upper part of a dark sky. */
export function Stars({
  seed,
  bottom,
  fill,
  frame,
}: {
  seed: string
  bottom: number
  fill: string
  frame: number
}) {
  const random = randomOf(`stars ${seed}`)
  const stars = Array.from({ length: 46 }, () => ({
    x: random() * 1080,
    y: random() ** 1.4 * bottom,
    radius: 1.6 + random() * 3.4,
    phase: random() * 6.3,
  }))
  return stars.map((star) => (
    <circle
      key={`${star.x}`}
      cx={star.x}
      cy={star.y}
      r={star.radius}
      fill={fill}
      opacity={0.5 + 0.4 * Math.sin(frame / 14 + star.phase)}
    />
  ))
}
