/** Black or white, whichever reads better on a `#rrggbb` colour. */
export function inkOn(color: string): '#ffffff' | '#111111' {
  return luminanceOf(color) > 0.36 ? '#111111' : '#ffffff'
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
