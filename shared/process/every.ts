import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs `pass` again and again, `ms` between the end of one and the start of the next, until the
 * signal aborts. A pass that throws is reported and does not end the loop.
 */
export async function every(
  ms: number,
  pass: () => Promise<unknown>,
  options: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  while (!options.signal.aborted) {
    await pass().catch(options.onError)
    await delay(ms, undefined, { signal: options.signal }).catch(() => undefined)
  }
}
