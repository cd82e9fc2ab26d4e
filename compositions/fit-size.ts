/** The largest whole size from `min` to `max` that fits, or null when not even `min` does. */
export function fitSize(options: {
  min: number
  max: number
  fits: (size: number) => boolean
}): number | null {
  const { min, max, fits } = options
  if (!fits(min)) return null
  let known = min
  let beyond = Math.floor(max) + 1
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2)
    if (fits(middle)) known = middle
    else beyond = middle
  }
  return known
}
