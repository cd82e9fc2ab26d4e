import type { SeededRandom } from './seeded-random.ts'

export const faultKinds = [
  'node_kill',
  'node_pause',
  'node_drain',
  'server_kill',
  'renderer_kill',
  'database_restart',
  'commit_cut',
  'connections_cut',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** `place`, from 0 to below 1, says which of the nodes or renderers that are there. */
export type Fault = { kind: FaultKind; place: number; waitMs: number }

// Drawn without putting back, so that a short run has seen every kind.
const bag: FaultKind[] = [
  ...Array.from({ length: 4 }, () => 'node_kill' as const),
  ...Array.from({ length: 4 }, () => 'renderer_kill' as const),
  ...Array.from({ length: 4 }, () => 'commit_cut' as const),
  ...Array.from({ length: 2 }, () => 'node_pause' as const),
  ...Array.from({ length: 2 }, () => 'node_drain' as const),
  ...Array.from({ length: 2 }, () => 'server_kill' as const),
  ...Array.from({ length: 2 }, () => 'connections_cut' as const),
  'database_restart',
]

/** What goes wrong, and how long to wait before each; without end. */
export function* faultSchedule(random: SeededRandom): Generator<Fault, never> {
  for (;;) {
    for (const kind of random.shuffled(bag)) {
      yield { kind, place: random.share(), waitMs: random.between(700, 2100) }
    }
  }
}
