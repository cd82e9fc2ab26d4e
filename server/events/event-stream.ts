import type { ChangeWatch } from './change-watch.ts'
import { pause } from './pause.ts'

/** A whole state as one event. The stream ends after an event that is the last. */
export type StateEvent = { name: string; id: string; state: unknown; isLast: boolean }

export type StateSource = {
  first: StateEvent
  /** The state as it is now; undefined when there is none any more. */
  read: () => Promise<StateEvent | undefined>
  watch: ChangeWatch
  /** Aborted when the server stops. */
  stopping: AbortSignal
  onError: (error: unknown) => void
}

const heartbeatEveryMs = 15_000
const readEveryMs = 100

/**
 * Server-sent events of a state that changes: `first` at once, then the newest state whenever it has
 * changed. It is read only when the client takes more, so a slow one skips states and holds nothing.
 */
export function eventStream(source: StateSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  const ended = new AbortController()
  const texts = eventTexts(source, ended.signal)
  const encoder = new TextEncoder()
  source.stopping.addEventListener('abort', end)
  if (source.stopping.aborted) end()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const next = await texts.next()
        if (!next.done) return controller.enqueue(encoder.encode(next.value))
        end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )

  function end(): void {
    source.stopping.removeEventListener('abort', end)
    source.watch.close()
    ended.abort()
  }
}

async function* eventTexts(source: StateSource, signal: AbortSignal): AsyncGenerator<string, void> {
  let shown = source.first
  let sentAt = performance.now()
  let readAt = sentAt
  yield `retry: 1000\n\n${textOf(shown)}`
  while (!shown.isLast) {
    const quietMs = Math.max(0, sentAt + heartbeatEveryMs - performance.now())
    const isHinted = await source.watch.hinted({ withinMs: quietMs, signal })
    if (isHinted) await pause(readAt + readEveryMs - performance.now(), signal)
    if (signal.aborted) return
    readAt = performance.now()
    const now = isHinted ? await readOrKeep(source, shown) : shown
    if (!now) return
    const isQuiet = performance.now() >= sentAt + heartbeatEveryMs
    const text = textOf(now) === textOf(shown) ? isQuiet && ': still here\n\n' : textOf(now)
    shown = now
    if (text === false) continue
    sentAt = performance.now()
    yield text
  }
}

// The database may be away for a while. The next hint, at the latest the next poll, reads again.
async function readOrKeep(source: StateSource, shown: StateEvent): Promise<StateEvent | undefined> {
  try {
    return await source.read()
  } catch (error) {
    source.onError(error)
    return shown
  }
}

function textOf(event: StateEvent): string {
  return `event: ${event.name}\nid: ${event.id}\ndata: ${JSON.stringify(event.state)}\n\n`
}
