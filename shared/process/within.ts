/**
 * Waits for an answer and gives it, but false when `ms` passed before it came or the signal aborted.
 * The promise must not reject.
 */
export function within(
  ms: number,
  answer: Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(giveUp, ms)
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    void answer.then(end)

    function giveUp(): void {
      end(false)
    }

    function end(isTrue: boolean): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      resolve(isTrue)
    }
  })
}
