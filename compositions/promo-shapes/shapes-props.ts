/** What a field of shapes depends on; it fills 1080 by `height` pixels. */
export type ShapesProps = {
  colors: [string, string, string, string]
  ground: string
  seed: string
  height: number
  /** The edge of the frame that the field touches; the type is on the other side. */
  edge: 'top' | 'bottom'
  frame: number
}
