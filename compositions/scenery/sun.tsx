/** A disc with halos that breathe. */
export function Sun({
  x,
  y,
  radius,
  fill,
  frame,
}: {
  x: number
  y: number
  radius: number
  fill: string
  frame: number
}) {
  return (
    <g>
      {[1.95, 1.55, 1.22].map((scale, index) => (
        <circle
          key={scale}
          cx={x}
          cy={y}
          r={radius * (scale + 0.05 * Math.sin(frame / 24 + index))}
          fill={fill}
          opacity={0.13 + index * 0.05}
        />
      ))}
      <circle cx={x} cy={y} r={radius} fill={fill} />
    </g>
  )
}
