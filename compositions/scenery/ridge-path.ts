/** A hilly line across the frame: its height at any x, and the area below it as an SVG path. */
export type Ridge = { yOf: (x: number) => number; path: string }

const xFrom = -200
const xTo = 1280
const xStep = 16

export function ridgeOf(options: {
  random: () => number
  baseline: number
  amplitude: number
  /** Hills across the frame. */
  count: number
  depth: number
}): Ridge {
  const { random, baseline, amplitude, count, depth } = options
  const waves = [1, 1.9, 3.7].map((multiple, index) => ({
    frequency: (count * multiple * (0.8 + random() * 0.4) * 2 * Math.PI) / 1080,
    phase: random() * 2 * Math.PI,
    height: amplitude / (index * 1.9 + 1),
  }))
  function yOf(x: number): number {
    return waves.reduce(
      (y, wave) => y + Math.sin(x * wave.frequency + wave.phase) * wave.height,
      baseline,
    )
  }
  let path = `M${xFrom} ${baseline + depth}`
  for (let x = xFrom; x <= xTo; x += xStep) path += `L${x} ${yOf(x).toFixed(1)}`
  return { yOf, path: `${path}L${xTo} ${baseline + depth}Z` }
}
