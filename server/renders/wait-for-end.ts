import { isFinal } from '../../shared/render.ts'
import type { Owned } from '../requests/owned-of.ts'
import type { ServerContext } from '../server-context.ts'
import { readRender } from './read-render.ts'

/**
 * Waits until a render has ended, but no longer than `seconds` and not while the server stops.
 * `client gone` only if the client went away while the render ran and the server was to go on.
 */
export async function waitForEnd(
  context: Pick<ServerContext, 'sql' | 'changes' | 'stopping' | 'log'>,
  render: Owned & { draftId: string },
  wait: { seconds: number; clientGone: AbortSignal },
): Promise<'over' | 'client gone'> {
  const { changes, stopping } = context
  // Watched before the first read, so that no change falls between the two.
  const watch = changes.watch(render.draftId)
  const signal = AbortSignal.any([stopping, wait.clientGone])
  const endAt = performance.now() + wait.seconds * 1000
  try {
    for (;;) {
      if (await hasEnded(context, render)) return 'over'
      const withinMs = endAt - performance.now()
      if (withinMs > 0 && (await watch.hinted({ withinMs, signal }))) continue
      return wait.clientGone.aborted && !stopping.aborted ? 'client gone' : 'over'
    }
  } finally {
    watch.close()
  }
}

// The database may be away for a while. The next hint, at the latest the next poll, asks again.
async function hasEnded(
  { sql, log }: Pick<ServerContext, 'sql' | 'log'>,
  render: Owned,
): Promise<boolean> {
  try {
    const now = await readRender(sql, render)
    return !now || isFinal(now.state)
  } catch (error) {
    log('render.wait-read-failed', { renderId: render.id, error: String(error) })
    return false
  }
}
