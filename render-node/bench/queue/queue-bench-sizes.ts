/** How much is measured. Counts are jobs. */
export type BenchSizes = {
  repetitions: number
  concurrency: number
  latency: number
  drain: number
  enqueue: number
  inFlight: number
  idleSeconds: number
  claims: { rounds: number; small: number; medium: number; large: number; dueTomorrow: number }
}

/** What the bars are for. */
export const fullSizes: BenchSizes = {
  repetitions: 3,
  concurrency: 10,
  latency: 500,
  drain: 20_000,
  enqueue: 5000,
  inFlight: 16,
  idleSeconds: 60,
  claims: { rounds: 300, small: 1000, medium: 100_000, large: 1_000_000, dueTomorrow: 100_000 },
}

/** Whether it works at all: the figures mean nothing. */
export const quickSizes: BenchSizes = {
  repetitions: 1,
  concurrency: 10,
  latency: 50,
  drain: 300,
  enqueue: 200,
  inFlight: 16,
  idleSeconds: 5,
  claims: { rounds: 20, small: 100, medium: 300, large: 1000, dueTomorrow: 300 },
}
