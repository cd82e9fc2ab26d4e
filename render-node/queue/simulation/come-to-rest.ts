import { lanes } from '../../../shared/job-kinds.ts'
import { check } from './check.ts'
import type { Farm } from './farm.ts'
import type { SeenJob } from './read-snapshot.ts'
import { takeMoment } from './take-moment.ts'

const roundsMax = 20

/** Lets healthy nodes do what is left, and checks that nothing is: no job, no render, no credit. */
export async function comeToRest(farm: Farm): Promise<void> {
  for (let rounds = 0; !isAtRest(farm); rounds++) {
    check(rounds < roundsMax, `no rest: ${JSON.stringify(farm.seen.jobs)}`)
    await letAllWork(farm)
  }
  await checkCredits(farm)
}

function isAtRest({ seen, nodes }: Farm): boolean {
  const isRunning = seen.renders.some(({ state }) => state === 'running')
  const isWriting = seen.drafts.some(({ state }) => state === 'writing')
  return seen.jobs.length === 0 && !isRunning && !isWriting && nodes.every(({ runs }) => !runs[0])
}

async function letAllWork(farm: Farm): Promise<void> {
  while (farm.nodes.some(({ isPaused }) => isPaused)) {
    await takeMoment(farm, [{ do: 'wake', node: 0 }])
  }
  while (farm.nodes.some(({ runs }) => runs[0])) {
    await takeMoment(farm, [{ do: 'go on', run: 0, isToTheEnd: true }])
  }
  await takeMoment(farm, [{ do: 'sweep' }])
  for (const lane of lanes) {
    for (const node of farm.nodes.keys()) {
      const isStray = (job: SeenJob) => job.owner === farm.nodes[node]?.id && job.lane === lane
      if (!farm.seen.jobs.some(isStray)) continue
      await takeMoment(farm, [{ do: 'hand back strays', node, lane }])
    }
  }
  if (farm.seen.jobs.some(({ state }) => state === 'scheduled' || state === 'parked')) {
    await takeMoment(farm, [{ do: 'stage', node: 0, isDue: true }])
  }
  for (const lane of lanes) {
    if (!farm.seen.jobs.some((job) => job.state === 'queued' && job.lane === lane)) continue
    await takeMoment(farm, [{ do: 'claim', node: 0, lane, limit: 50 }])
  }
}

// Each reserve was either kept or given back, and only what was published was paid for.
async function checkCredits({ sql, accounts, seen }: Farm): Promise<void> {
  const open = await sql`
    select render_id, life from ledger
    where render_id is not null
    group by render_id, life
    having
      count(*) filter (where kind = 'reserve') <> 1
      or count(*) filter (where kind in ('capture', 'refund')) <> 1`
  check(open.length === 0, `lives of renders are not resolved once: ${JSON.stringify(open)}`)
  for (const { id, credits } of accounts) {
    const [captured] = await sql<{ count: number }[]>`
      select count(*) from ledger where account_id = ${id} and kind = 'capture'`
    const balance = seen.accounts.find((account) => account.id === id)?.balance
    const expected = credits - (captured?.count ?? 0)
    check(balance === expected, `${expected} credits must be left, not ${balance}`)
  }
}
