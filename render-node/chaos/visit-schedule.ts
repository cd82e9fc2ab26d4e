import type { SeededRandom } from './seeded-random.ts'

/** What one client does: has a draft rendered, once or twice, and looks on or not. */
export type Visit = {
  waitMs: number
  /** Which of the accounts. */
  account: number
  /** A draft whose script is there, or pasted text whose script is still to be written. */
  draft: { kind: 'ready'; sceneCount: number } | { kind: 'text' }
  renders: RenderVisit[]
}

export type RenderVisit = {
  /** How many ask for the same render at the same time. */
  posts: number
  /** Null: lets it run. */
  cancelAfterMs: number | null
  /** Whether it reads the event stream or asks again and again. */
  follows: boolean
}

export const accountCount = 4

/** What clients do, and how long to wait before each; without end. */
export function* visitSchedule(random: SeededRandom): Generator<Visit, never> {
  for (;;) {
    yield {
      waitMs: random.between(500, 2000),
      account: random.between(0, accountCount - 1),
      draft: random.chance(0.12)
        ? { kind: 'text' }
        : { kind: 'ready', sceneCount: random.between(1, 3) },
      renders: Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => ({
        posts: random.chance(0.4) ? random.between(2, 3) : 1,
        cancelAfterMs: random.chance(0.25) ? random.between(0, 2500) : null,
        follows: random.chance(0.6),
      })),
    }
  }
}
