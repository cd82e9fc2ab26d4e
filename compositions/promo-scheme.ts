import type { VideoScene } from '../shared/video-props.ts'
import { readableOn, type Palette } from './brand-palette.ts'
import { contrastOf, mixOf } from './color-math.ts'
import { pickOf } from './scene-random.ts'

/** The colours of one scene of a promo: flat ground, type, and shapes that stand beside the type. */
export type PromoScheme = {
  ground: string
  text: string
  textQuiet: string
  /** Behind one word or a button, with the type on it. */
  marker: string
  onMarker: string
  /** Type in colour on the ground. */
  mark: string
  shapes: [string, string, string, string]
}

const grounds = ['brand', 'ink', 'paper', 'accent'] as const
type Ground = (typeof grounds)[number]

const groundsOf: Record<VideoScene['kind'], readonly [Ground, ...Ground[]]> = {
  hook: ['brand', 'ink', 'brand'],
  point: ['paper', 'accent', 'ink', 'paper', 'brand'],
  number: ['ink', 'accent', 'brand'],
  quote: ['paper', 'ink', 'paper'],
  call: ['brand', 'ink'],
}

/** The colours of a scene, chosen by its kind and id. */
export function promoSchemeOf(palette: Palette, kind: VideoScene['kind'], id: string): PromoScheme {
  const ground = pickOf(`ground ${id}`, groundsOf[kind])
  const color = palette[ground]
  const text = readableOn(color, ...textWishesOf(palette, ground))
  const marker = markerOf(palette, color)
  return {
    ground: color,
    text,
    textQuiet: readableOn(color, mixOf(text, color, 0.2), text),
    marker,
    onMarker: readableOn(marker, palette.ink, palette.paper),
    mark: readableOn(color, ...markWishesOf(palette, ground), text),
    shapes: shapesOf(palette, ground),
  }
}

function textWishesOf(palette: Palette, ground: Ground): string[] {
  return ground === 'accent' ? [palette.ink] : [palette.paper, palette.ink]
}

function markWishesOf(palette: Palette, ground: Ground): string[] {
  const { accent, brand, brandDark, brandLight } = palette
  return ground === 'ink' || ground === 'brand' ? [accent, brandLight] : [brand, brandDark]
}

function markerOf(palette: Palette, ground: string): string {
  const wishes = [palette.accent, palette.brand, palette.ink, palette.paper]
  return wishes.find((wish) => contrastOf(wish, ground) >= 1.7) ?? palette.ink
}

function shapesOf(palette: Palette, ground: Ground): PromoScheme['shapes'] {
  const { brand, brandDark, brandLight, accent, neighbour, paper, ink } = palette
  switch (ground) {
    case 'brand':
      return [accent, paper, brandDark, brandLight]
    case 'ink':
      return [brand, accent, brandLight, neighbour]
    case 'paper':
      return [brand, accent, brandDark, brandLight]
    case 'accent':
      return [brand, ink, paper, brandDark]
  }
}
