/** Latency classes of jobs. `interactive`: somebody looks at the screen and waits. */
export const lanes = ['interactive', 'standard', 'bulk'] as const
export type Lane = (typeof lanes)[number]

const minuteMs = 60_000

/**
 * The kinds of jobs that this release knows. `attemptsMax`: tries of work that fails; `deadlineMs`:
 * how long one try may work, waiting in the queue not counted.
 */
export const jobKinds = {
  script: { attemptsMax: 3, deadlineMs: 5 * minuteMs },
  plan: { attemptsMax: 3, deadlineMs: 2 * minuteMs },
  chunk: { attemptsMax: 3, deadlineMs: 10 * minuteMs },
  sound: { attemptsMax: 3, deadlineMs: 5 * minuteMs },
  assemble: { attemptsMax: 3, deadlineMs: 10 * minuteMs },
} as const

export type JobKind = keyof typeof jobKinds

/** False for the kinds of a newer release. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(jobKinds, kind)
}
