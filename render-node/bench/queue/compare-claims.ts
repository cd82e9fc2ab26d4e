import type { BenchDatabases } from './bench-databases.ts'
import { type ClaimCase, measureClaims } from './measure-claims.ts'
import type { BenchSizes } from './queue-bench-sizes.ts'

const accounts = 1000

export type ClaimFigures = {
  claim_1m_over_1k: number
  claim_behind_future_over_1k: number
  claimMs: { fresh: Record<string, number>; analyzed: Record<string, number> }
}

/**
 * How much longer a claim takes with a long queue than with a short one: the worst of one account's
 * queue, many accounts', and one that the planner believes to be empty, before and after analyze.
 */
export async function compareClaims(
  databases: BenchDatabases,
  { template, sizes }: { template: string; sizes: BenchSizes['claims'] },
): Promise<ClaimFigures> {
  const { small, medium, large, dueTomorrow, rounds } = sizes
  const backlogs: Omit<ClaimCase, 'url'>[] = [
    { name: 'small', backlog: { waiting: small, accounts } },
    { name: 'medium', backlog: { waiting: medium, accounts } },
    { name: 'mediumUnforeseen', backlog: { waiting: medium, accounts }, isKnownAsEmpty: true },
    { name: 'large', backlog: { waiting: large, accounts } },
    { name: 'largeOfOne', backlog: { waiting: large, accounts: 1 } },
    { name: 'behindFuture', backlog: { waiting: small, accounts, dueTomorrow } },
  ]
  const cases: ClaimCase[] = []
  for (const one of backlogs) {
    cases.push({ ...one, url: await databases.create(new URL(template).pathname.slice(1)) })
  }
  const claimMs = await measureClaims(cases, { rounds })
  const worst = (...names: string[]) =>
    Math.max(
      ...[claimMs.fresh, claimMs.analyzed].flatMap((ms) =>
        names.map((name) => (ms[name] ?? Number.NaN) / (ms['small'] ?? Number.NaN)),
      ),
    )
  return {
    claim_1m_over_1k: worst('medium', 'mediumUnforeseen', 'large', 'largeOfOne'),
    claim_behind_future_over_1k: worst('behindFuture'),
    claimMs,
  }
}
