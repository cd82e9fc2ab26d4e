import { Claimer } from './claimer.ts'
import { percentile } from './percentile.ts'
import { type Backlog, writeBacklog } from './write-backlog.ts'

// More than the calls after which PostgreSQL settles on a plan for a prepared statement.
const callsWhileEmpty = 10

export type ClaimCase = {
  name: string
  url: string
  backlog: Backlog
  /** The planner has been told that the table is empty, and not that it no longer is. */
  isKnownAsEmpty?: boolean
}

/**
 * Median ms to claim ten jobs, by case, in turns. `fresh`: over the connection of a node that was idle
 * when the flood came, so that its plans are made, and neither vacuum nor analyze have seen the rows.
 * `analyzed`: over a new connection, after both.
 */
export async function measureClaims(
  cases: ClaimCase[],
  options: { rounds: number },
): Promise<{ fresh: Record<string, number>; analyzed: Record<string, number> }> {
  for (const { url } of cases) await leaveToUs(url)
  const fresh = await withClaimers(cases, async (claimers) => {
    for (const [{ backlog, isKnownAsEmpty }, claimer] of claimers) {
      if (isKnownAsEmpty) await claimer.sql`vacuum analyze jobs`
      for (let call = 0; call < callsWhileEmpty; call++) await claimer.claim()
      await writeBacklog(claimer.sql, backlog)
    }
    return medians(claimers, options)
  })
  for (const { url } of cases) await vacuum(url)
  const analyzed = await withClaimers(cases, (claimers) => medians(claimers, options))
  return { fresh, analyzed }
}

async function leaveToUs(url: string): Promise<void> {
  await using claimer = new Claimer(url)
  await claimer.sql`alter table jobs set (autovacuum_enabled = false)`
}

async function vacuum(url: string): Promise<void> {
  await using claimer = new Claimer(url)
  await claimer.sql`vacuum analyze jobs`
}

async function withClaimers<T>(
  cases: ClaimCase[],
  use: (claimers: Map<ClaimCase, Claimer>) => Promise<T>,
): Promise<T> {
  const claimers = new Map(cases.map((one) => [one, new Claimer(one.url)]))
  try {
    return await use(claimers)
  } finally {
    await Promise.all([...claimers.values()].map((claimer) => claimer[Symbol.asyncDispose]()))
  }
}

async function medians(
  claimers: Map<ClaimCase, Claimer>,
  { rounds }: { rounds: number },
): Promise<Record<string, number>> {
  const times = new Map([...claimers.keys()].map((one) => [one, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [one, claimer] of claimers) times.get(one)?.push(await claimer.claim())
  }
  return Object.fromEntries([...times].map(([{ name }, values]) => [name, percentile(values, 0.5)]))
}
