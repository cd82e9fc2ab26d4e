const reopenMsMin = 1_000
const reopenMsMax = 10_000

type FollowOptions = {
  /** Name of the server-sent event to read. */
  event: string
  signal: AbortSignal
  onEvent: (json: unknown) => void
  onReach: (isReached: boolean) => void
  /** The server refused the stream, for instance because its subject is gone. */
  onRefused: () => void
}

/**
 * Reads an event stream until `signal` aborts. EventSource reconnects a dropped stream by itself, but
 * gives up on one that was refused, which also happens while a server restarts behind a proxy.
 */
export function followEvents(url: string, options: FollowOptions): void {
  if (options.signal.aborted) return
  open(url, { ...options, reopenMs: reopenMsMin })
}

function open(url: string, options: FollowOptions & { reopenMs: number }): void {
  const stream = new EventSource(url)
  let { reopenMs } = options
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(reopenTimer)
    stream.close()
  }
  options.signal.addEventListener('abort', stop, { once: true })
  stream.addEventListener('open', () => {
    reopenMs = reopenMsMin
    options.onReach(true)
  })
  stream.addEventListener(options.event, (event) => options.onEvent(JSON.parse(event.data)))
  stream.addEventListener('error', () => {
    options.onReach(false)
    if (stream.readyState !== EventSource.CLOSED) return
    options.onRefused()
    if (options.signal.aborted) return
    reopenTimer = setTimeout(() => {
      options.signal.removeEventListener('abort', stop)
      open(url, { ...options, reopenMs: Math.min(reopenMs * 2, reopenMsMax) })
    }, reopenMs)
  })
}
