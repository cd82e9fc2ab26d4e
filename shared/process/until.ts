import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for a fact: asks again every 50 ms until the answer is neither undefined nor false.
 * @throws after `withinMs` (30 s when left out), naming what was waited for and the last error.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number; signal?: AbortSignal } = {},
): Promise<Exclude<T, undefined | false | null>> {
  const deadline = performance.now() + (options.withinMs ?? 30_000)
  let lastError: unknown
  while (performance.now() < deadline) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false && answer !== null) {
        return answer as Exclude<T, undefined | false | null>
      }
    } catch (error) {
      lastError = error
    }
    await delay(options.everyMs ?? 50, undefined, options.signal && { signal: options.signal })
  }
  throw new Error(`Waited in vain: ${what}`, { cause: lastError })
}
