import { contrastOf, hexOf, lookOf, type Look } from './color-math.ts'

/** The colours of a video, all made from one brand colour. */
export type Palette = {
  /** The brand colour as it is. */
  brand: string
  /** Light and dark neighbours of the brand colour. */
  brandLight: string
  brandDark: string
  /** A colour from the far side of the colour wheel, for the one thing to look at. */
  accent: string
  /** A colour next to the brand's, for gradients. */
  neighbour: string
  paper: string
  ink: string
}

export const contrastMin = 4.5

/** Builds the palette; a grey, black or white brand gets a warm accent. */
export function paletteOf(color: string): Palette {
  const look = lookOf(color)
  const isGrey = look.chroma < 0.03
  const hue = isGrey ? greyHue : look.hue
  const strength = isGrey ? 0.012 : Math.min(0.19, Math.max(0.07, look.chroma))
  const lightBrand = Math.min(0.88, Math.max(0.74, look.lightness + 0.18))
  const darkHue = darkHueOf(hue)
  return {
    brand: color,
    brandLight: hexOf({ lightness: lightBrand, chroma: strength * 0.7, hue }),
    brandDark: hexOf({ lightness: 0.34, chroma: Math.min(strength, 0.12), hue: darkHue }),
    accent: hexOf(isGrey ? warmAccent : accentOf(hue)),
    neighbour: hexOf({
      lightness: 0.68,
      chroma: isGrey ? 0.02 : Math.max(0.1, strength * 0.9),
      hue: neighbourHueOf(hue),
    }),
    paper: hexOf({ lightness: 0.972, chroma: 0.012, hue: isGrey ? 85 : hue }),
    ink: hexOf({ lightness: 0.2, chroma: isGrey ? 0.008 : 0.045, hue: darkHue }),
  }
}

/** The first wish that can be read on the background, else black or white: always readable. */
export function readableOn(background: string, ...wishes: string[]): string {
  const readable = wishes.find((wish) => contrastOf(wish, background) >= contrastMin)
  if (readable !== undefined) return readable
  return contrastOf('#ffffff', background) > contrastOf('#000000', background)
    ? '#ffffff'
    : '#000000'
}

const greyHue = 255
const warmAccent = { lightness: 0.8, chroma: 0.155, hue: 62 }

// A plain complement gives red on green: warm brands get amber or sea blue, cool ones amber or coral.
function accentOf(hue: number): Look {
  if (hue < 42 || hue >= 335) return { lightness: 0.83, chroma: 0.145, hue: 80 }
  if (hue < 75) return { lightness: 0.82, chroma: 0.085, hue: 205 }
  if (hue < 125) return { lightness: 0.66, chroma: 0.17, hue: 28 }
  if (hue < 230) return { lightness: 0.8, chroma: 0.145, hue: hue < 170 ? 72 : 58 }
  return { lightness: 0.84, chroma: 0.15, hue: hue < 290 ? 82 : 72 }
}

// Dark yellow is olive drab, so the shadows of yellow brands turn to rust.
function darkHueOf(hue: number): number {
  if (hue < 62 || hue >= 130) return hue
  return hue < 115 ? 45 : 150
}

function neighbourHueOf(hue: number): number {
  if (hue >= 62 && hue < 115) return 55
  return (hue + (hue < 170 && hue >= 115 ? 40 : -38) + 360) % 360
}
