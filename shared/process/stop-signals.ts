type StopSignals = {
  /** Aborts at the first signal. */
  asked: AbortSignal
  /** Does what a signal does, for whoever else may end the process. */
  stop: () => void
  /** Sets what a second signal does. */
  onSecond: (hurry: () => void) => void
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP for the rest of the process's life. A terminal and npm each
 * pass on the same Ctrl-C, so only a signal more than a second after the first is a second one.
 */
export function stopSignals(): StopSignals {
  const asked = new AbortController()
  let firstAt = 0
  let hurry: (() => void) | undefined
  const stop = () => {
    if (!asked.signal.aborted) {
      firstAt = performance.now()
      asked.abort()
    } else if (performance.now() - firstAt > 1000) hurry?.()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return {
    asked: asked.signal,
    stop,
    onSecond: (callback) => {
      hurry = callback
    },
  }
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
