import { eventStream, type StateSource } from './event-stream.ts'
import type { AppContext } from '../server-context.ts'

/** Answers with the stream of a state; a HEAD request gets the headers alone. */
export function eventResponse(c: AppContext, source: StateSource): Response {
  const isHead = c.req.method === 'HEAD'
  if (isHead) source.watch.close()
  return new Response(isHead ? null : eventStream(source), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  })
}
