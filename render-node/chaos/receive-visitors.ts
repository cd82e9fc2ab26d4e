import { setTimeout as delay } from 'node:timers/promises'
import { makeVisit, type Visitor } from './make-visit.ts'
import type { Visit } from './visit-schedule.ts'

const openVisitsMax = 16

/** Has clients come and go until `closing` aborts, and waits for the last of them to have seen its end. */
export async function receiveVisitors(
  visits: Iterator<Visit, never>,
  visitors: Visitor[],
  closing: AbortSignal,
): Promise<void> {
  const open = new Set<Promise<void>>()
  while (!closing.aborted) {
    const { value: visit } = visits.next()
    await delay(visit.waitMs, undefined, { signal: closing }).catch(() => undefined)
    while (open.size >= openVisitsMax) await Promise.race(open)
    const visitor = visitors[visit.account]
    if (!visitor || closing.aborted) continue
    const ended = visitToEnd(visitor, visit).finally(() => open.delete(ended))
    open.add(ended)
  }
  await Promise.all(open)
}

async function visitToEnd(visitor: Visitor, visit: Visit): Promise<void> {
  try {
    await makeVisit(visitor, visit)
  } catch (error) {
    const what = visitor.signal.aborted ? 'a visit saw no end' : 'a visit failed'
    visitor.broken.add(what, { visit, error: String(error) })
  }
}
