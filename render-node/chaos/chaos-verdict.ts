import type { Sql } from '../../shared/postgres/connect.ts'
import type { BrokenPromises } from './broken-promises.ts'
import type { FaultKind } from './fault-schedule.ts'
import {
  readDraftFaults,
  readOutputs,
  readRenders,
  readTwice,
  readUnended,
  type RenderRow,
} from './judge-rows.ts'
import { findUnplayable } from './judge-videos.ts'
import type { Promises } from './make-visit.ts'

// What work may fail with because everything around it was killed again and again.
const fairCodes = new Set(['node_crashed', 'renderer_crashed', 'handed_back', 'stage_deadline'])

/** The last line of a run. Seconds are seconds; everything else is a count. */
export type ChaosVerdict = {
  accepted: number
  done: number
  failed: number
  cancelled: number
  lost: number
  published_twice: number
  invariant_rows: number
  orphan_processes: number
  broken_promises: Record<string, number>
  max_takeover_s: number
  kills: number
  kills_by_sort: Record<FaultKind, number>
  failure_codes: Record<string, number>
  seed: number
  nodes: number
  seconds: number
  settle_s: number
}

export function isGood(verdict: ChaosVerdict): boolean {
  const { lost, published_twice, invariant_rows, orphan_processes } = verdict
  const isWhole = lost + published_twice + invariant_rows + orphan_processes === 0
  return isWhole && Object.keys(verdict.broken_promises).length === 0
}

/** What became of the renders, by the database and the files. */
export async function judgeRenders(
  sql: Sql,
  options: { promises: Promises; mediaFolder: string; ffprobe: string; broken: BrokenPromises },
) {
  const { promises, broken } = options
  const renders = await readRenders(sql)
  const outputs = await readOutputs(sql)
  const known = new Map(renders.map((render) => [render.id, render]))
  const published = new Set(outputs.map((output) => output.renderId))
  const lost = new Set([
    ...[...promises.accepted].filter((id) => !known.has(id)),
    ...(await readUnended(sql)),
    ...renders
      .filter(({ id, state }) => state === 'done' && !published.has(id))
      .map(({ id }) => id),
    ...(await findUnplayable(outputs, options)),
  ])
  for (const id of lost) broken.note('lost', known.get(id) ?? id)
  const twice = await readTwice(sql)
  for (const row of twice) broken.note('twice', row)
  const accepted = renders.filter((render) => promises.accepted.has(render.id))
  judgeEnds(accepted, options)
  const failures = [...renders, ...(await readDraftFaults(sql))]
  for (const failure of failures) {
    const { code } = failure
    if (code !== null && !fairCodes.has(code)) broken.add(`failed with ${code}`, failure)
  }
  const countIn = (state: string) => accepted.filter((render) => render.state === state).length
  return {
    accepted: promises.accepted.size,
    done: countIn('done'),
    failed: countIn('failed'),
    cancelled: countIn('cancelled'),
    lost: lost.size,
    published_twice: twice.length,
    failure_codes: countEach(failures.flatMap(({ code }) => code ?? [])),
  }
}

function judgeEnds(
  accepted: RenderRow[],
  { promises, broken }: { promises: Promises; broken: BrokenPromises },
): void {
  for (const render of accepted) {
    if (render.state === 'done' && promises.cancelled.has(render.id)) {
      broken.add('a cancelled render was published', render)
    }
  }
}

function countEach(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
