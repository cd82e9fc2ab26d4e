import { check } from './check.ts'
import type { Farm, VirtualNode } from './farm.ts'
import { readSnapshot, type Snapshot } from './read-snapshot.ts'
import type { Step } from './step.ts'
import { takeStep } from './take-step.ts'

const crashesMax = 2
const handBacksMax = 5

/**
 * Takes steps, several of them at once, and checks every rule. After a single step the database must
 * be exactly what the model says; after several only the rules hold whatever their order was, and the
 * model follows the database.
 */
export async function takeMoment(farm: Farm, steps: Step[]): Promise<void> {
  const busy = new Set<VirtualNode>()
  const taken = await Promise.all(steps.map((step) => takeStep(farm, step, busy)))
  const verifies = taken.filter((verify) => verify !== undefined)
  if (verifies.length === 0) return
  const snapshot = await readSnapshot(farm.sql)
  const [verify] = verifies
  if (verifies.length === 1 && verify) {
    verify(farm.model)
    farm.model.learn(snapshot)
    const difference = farm.model.differenceFrom(snapshot)
    check(difference === undefined, String(difference))
  } else {
    checkHolders(farm, snapshot)
    farm.model.adopt(snapshot)
  }
  checkRules(snapshot)
  checkHistory(farm.seen, snapshot, { mayRedrive: steps.some((step) => step.do === 'redrive') })
  farm.seen = snapshot
  farm.claimed = []
  farm.ends = []
}

// A token is good from its claim on, until the job is let go for the first time.
function checkHolders({ seen, claimed, ends }: Farm, snapshot: Snapshot): void {
  const ids = claimed.map(({ id }) => id)
  check(new Set(ids).size === ids.length, `a job was given out twice: ${ids.join(' ')}`)
  const given = claimed.map(({ token }) => token)
  const good = new Set([...seen.jobs.flatMap(({ token }) => token ?? []), ...given])
  for (const { token, key } of snapshot.jobs) {
    check(token === null || good.has(token), `${key} is held under a token that no claim gave out`)
  }
  for (const { token, end } of ends) {
    check(end === 'superseded' || good.has(token), `a job was ${end} by who had lost it`)
  }
}

function checkRules({ jobs, brokenRules }: Snapshot): void {
  check(brokenRules.length === 0, JSON.stringify(brokenRules))
  for (const { key, attempts, attemptsMax, crashes, handBacks } of jobs) {
    const isWithin =
      attempts <= attemptsMax && crashes < crashesMax && handBacks <= handBacksMax && attempts >= 0
    check(isWithin, `${key} is over its budgets: ${attempts} ${crashes} ${handBacks}`)
  }
}

function checkHistory(
  before: Snapshot,
  after: Snapshot,
  { mayRedrive }: { mayRedrive: boolean },
): void {
  const renders = new Map(after.renders.map((render) => [render.id, render]))
  for (const { id, state, life, fingerprint } of before.renders) {
    const now = renders.get(id)
    if (!now || state === 'running') continue
    const isNewLife = mayRedrive && state === 'failed' && now.life === life + 1
    check(isNewLife || now.fingerprint === fingerprint, `render ${id} changed after its end`)
  }
  if (mayRedrive) return
  const kept = new Set([...after.jobs, ...after.ended].map(({ id }) => id))
  for (const { id, kind } of [...before.jobs, ...before.ended]) {
    check(kept.has(id), `${kind} job ${id} has vanished`)
  }
}
