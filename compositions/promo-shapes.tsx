import { createElement, type ComponentType } from 'react'
import { ArcShapes } from './promo-shapes/arc-shapes.tsx'
import { BarShapes } from './promo-shapes/bar-shapes.tsx'
import { BlockShapes } from './promo-shapes/block-shapes.tsx'
import { DiscShapes } from './promo-shapes/disc-shapes.tsx'
import type { ShapesProps } from './promo-shapes/shapes-props.ts'
import { pickOf } from './scene-random.ts'

const choices: readonly [ComponentType<ShapesProps>, ...ComponentType<ShapesProps>[]] = [
  BlockShapes,
  ArcShapes,
  BarShapes,
  DiscShapes,
]

/** A field of bold moving shapes, cut off at its own edges so that none runs under the type. */
export function PromoShapes({ top, ...props }: ShapesProps & { top: number }) {
  if (props.height <= 0) return null
  return (
    <svg
      viewBox={`0 0 1080 ${props.height}`}
      width={1080}
      height={props.height}
      style={{ position: 'absolute', top, left: 0, overflow: 'hidden' }}
    >
      {createElement(pickOf(`shapes ${props.seed}`, choices), props)}
    </svg>
  )
}
