import { createMiddleware } from 'hono/factory'
import { within } from '../../shared/process/within.ts'
import { refuse } from '../problem-response.ts'
import { databaseUnavailable } from '../refusal.ts'
import type { AppEnv, ServerContext } from '../server-context.ts'
import { waitPreferenceOf } from './wait-preference.ts'

const patienceMs = 5000
const silenceMs = 3000

/** Whether the database says anything within three seconds, were it only that it is not available. */
function databaseSpeaks({
  sql,
  stopping,
}: Pick<ServerContext, 'sql' | 'stopping'>): Promise<boolean> {
  const answer = sql`select 1`.then(
    () => true,
    () => true,
  )
  return within(silenceMs, answer, stopping)
}

/**
 * A database that hangs, or a network that swallows what is sent, ends no statement: whoever has
 * waited some seconds while it is silent gets a 503 in place of the answer. Who asked to wait waits.
 */
export function refuseWhileSilent(context: Pick<ServerContext, 'sql' | 'stopping'>) {
  let asked: Promise<boolean> | undefined
  const ask = () => {
    asked ??= databaseSpeaks(context).finally(() => {
      asked = undefined
    })
    return asked
  }
  return createMiddleware<AppEnv>(async (c, next) => {
    const wait = waitPreferenceOf(c.req.raw)
    if (wait.ok && wait.value > 0) return next()
    const { signal } = c.req.raw
    const answered = next().then(() => true)
    while (!(await within(patienceMs, answered, signal))) {
      if (signal.aborted || context.stopping.aborted) break
      if (!(await Promise.race([answered, ask()]))) return refuse(c, databaseUnavailable)
    }
    await answered
    return undefined
  })
}
