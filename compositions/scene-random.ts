/** A stream of numbers from 0 up to 1 that is the same for the same seed, on every machine. */
export function randomOf(seed: string): () => number {
  let state = hashOf(seed)
  return function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One of the choices, the same for the same seed. */
export function pickOf<T>(seed: string, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(randomOf(seed)() * choices.length)] ?? choices[0]
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  return hash >>> 0
}
