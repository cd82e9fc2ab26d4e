import type { Composition, RendererMessage, RendererRequest } from './renderer-protocol.ts'

/**
 * Does the tasks that come over IPC, and dies with whoever sends them: nobody would be left to kill
 * this process and what it started.
 */
export function serveTasks(
  perform: (
    request: RendererRequest,
    reportFrames: (framesDone: number) => void,
  ) => Promise<Composition | undefined>,
): void {
  process.on('disconnect', die)
  process.on('message', (request: RendererRequest) => void answer(request))
  // Whoever started this may be gone already, and the event with it.
  if (!process.connected) die()

  async function answer(request: RendererRequest): Promise<void> {
    try {
      const composition = await perform(request, (framesDone) =>
        send({ type: 'progress', framesDone }),
      )
      send(composition ? { type: 'done', composition } : { type: 'done' })
    } catch (error) {
      const {
        name,
        message,
        stack = '',
      } = error instanceof Error ? error : new Error(String(error))
      send({ type: 'failed', name, message, stack })
    }
  }
}

function send(message: RendererMessage): void {
  process.send?.(message)
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}
