/** A CSS colour as `#rrggbb`, or null when it is written in a form we do not read. */
export function brandColor(css: string): string | null {
  const text = css.trim().toLowerCase()
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const parts = /^(rgb|hsl)a?\(([^)]{1,60})\)$/.exec(text)
  if (parts !== null) return fromFunction(parts[1] ?? '', (parts[2] ?? '').split(/[\s,/]+/))
  return namedColors.get(text) ?? null
}

const namedColors = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['red', '#ff0000'],
  ['green', '#008000'],
  ['blue', '#0000ff'],
  ['navy', '#000080'],
  ['teal', '#008080'],
  ['purple', '#800080'],
  ['orange', '#ffa500'],
  ['gold', '#ffd700'],
  ['tomato', '#ff6347'],
  ['crimson', '#dc143c'],
  ['maroon', '#800000'],
  ['indigo', '#4b0082'],
])

function fromHex(hex: string): string {
  const isShort = hex.length < 6
  const digits = isShort ? Array.from(hex, (digit) => digit + digit).join('') : hex
  return `#${digits.slice(0, 6)}`
}

function fromFunction(name: string, parts: readonly string[]): string | null {
  const numbers = parts.slice(0, 3).map((part) => Number.parseFloat(part))
  if (numbers.length < 3 || numbers.some(Number.isNaN)) return null
  const [first = 0, second = 0, third = 0] = numbers
  if (name === 'hsl') return fromHsl(first, { saturation: second / 100, lightness: third / 100 })
  const scale = parts[0]?.endsWith('%') === true ? 2.55 : 1
  return toHex([first * scale, second * scale, third * scale])
}

function fromHsl(
  hue: number,
  { saturation, lightness }: { saturation: number; lightness: number },
) {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const turn = (((offset + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)))
  }
  return toHex([channel(0), channel(8), channel(4)])
}

function toHex(channels: readonly number[]): string {
  const bytes = channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
