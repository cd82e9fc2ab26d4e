import { cancelRender } from '../../shared/postgres/cancel-render.ts'
import { isTransient } from '../../shared/postgres/is-transient.ts'
import { pause } from '../events/pause.ts'
import type { Owned } from '../requests/owned-of.ts'
import type { ServerContext } from '../server-context.ts'

const firstPauseMs = 250
const pauseMsMax = 8000

/**
 * Cancels the render of a client that waited for it and went away, however long the database is away,
 * as long as this server lives. Nobody is left to be told of errors.
 */
export async function cancelForGoneClient(
  { sql, stopping, log }: Pick<ServerContext, 'sql' | 'stopping' | 'log'>,
  render: Owned,
): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
    try {
      const answer = await cancelRender(sql, render)
      log('render.abandoned', { renderId: render.id, answer })
      return
    } catch (error) {
      const goesOn = isTransient(error) && !stopping.aborted
      const event = goesOn ? 'render.abandoning-delayed' : 'render.abandoning-failed'
      log(event, { renderId: render.id, error: String(error) })
      if (!goesOn) return
      await pause(pauseMs, stopping)
    }
  }
}
