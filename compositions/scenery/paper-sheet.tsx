/** A sheet of cut paper with the soft edge of its shadow on what lies behind. */
export function PaperSheet({
  path,
  fill,
  transform,
}: {
  path: string
  fill: string
  transform?: string
}) {
  return (
    <g transform={transform ?? 'translate(0 0)'}>
      <path d={path} fill="#000" opacity={0.05} transform="translate(0 -22)" />
      <path d={path} fill="#000" opacity={0.07} transform="translate(0 -10)" />
      <path d={path} fill={fill} />
    </g>
  )
}
