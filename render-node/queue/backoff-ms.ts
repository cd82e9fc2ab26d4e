const baseMs = 1000
const capMs = 60_000

/** Pause before the next attempt, in ms: full jitter below a doubling, capped bound. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  return Math.round(random() * Math.min(capMs, baseMs * 2 ** attempts))
}
