/** A colour by how it looks: lightness 0–1, chroma 0–0.4, hue in degrees (OKLCH). */
export type Look = { lightness: number; chroma: number; hue: number }

type Rgb = [red: number, green: number, blue: number]

export function lookOf(hex: string): Look {
  const [red, green, blue] = rgbOf(hex).map(linearOf) as Rgb
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

/** The hex code of a look; chroma is lowered until the screen can show it. */
export function hexOf(look: Look): string {
  let low = 0
  let high = look.chroma
  if (isOnScreen(linearRgbOf(look))) low = high
  for (let step = 0; step < 12 && low < high; step++) {
    const middle = (low + high) / 2
    if (isOnScreen(linearRgbOf({ ...look, chroma: middle }))) low = middle
    else high = middle
  }
  const channels = linearRgbOf({ ...look, chroma: low }).map(channelOf)
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Contrast of two colours as WCAG defines it, 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const luminances = [luminanceOf(first), luminanceOf(second)]
  const light = Math.max(...luminances)
  const dark = Math.min(...luminances)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour `share` of the way from one to another, as the eye sees it. */
export function mixOf(from: string, to: string, share: number): string {
  const start = rgbOf(from)
  const end = rgbOf(to)
  const channels = start.map((channel, index) =>
    Math.round(255 * (channel + ((end[index] ?? channel) - channel) * share)),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

function linearRgbOf({ lightness, chroma, hue }: Look): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function isOnScreen(linear: Rgb): boolean {
  return linear.every((channel) => channel >= -0.0005 && channel <= 1.0005)
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = rgbOf(hex)
  return 0.2126 * linearOf(red) + 0.7152 * linearOf(green) + 0.0722 * linearOf(blue)
}

function linearOf(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function channelOf(linear: number): number {
  const bounded = Math.min(1, Math.max(0, linear))
  const channel = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(channel * 255)
}
