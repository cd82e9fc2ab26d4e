import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeWatch } from './change-watch.ts'
import { eventStream, type StateEvent, type StateSource } from './event-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function eventOf(count: number): StateEvent {
  return { name: 'draft', id: String(count), state: { count }, isLast: false }
}

function openStream(options: Partial<StateSource> = {}) {
  const stop = new AbortController()
  const onClose = vi.fn()
  const watch = new ChangeWatch(onClose)
  let count = 1
  let readCount = 0
  const stream = eventStream({
    first: eventOf(1),
    read: async () => {
      readCount++
      return eventOf(count)
    },
    watch,
    stopping: stop.signal,
    onError: () => undefined,
    ...options,
  })
  const reader = stream.getReader()
  return {
    stop,
    onClose,
    watch,
    reader,
    readCount: () => readCount,
    change: (to: number) => {
      count = to
      watch.wake()
    },
    nextText: async () => new TextDecoder().decode((await reader.read()).value),
  }
}

test('the first event comes at once, with the pause before a new connection', async () => {
  const { nextText } = openStream()
  expect(await nextText()).toBe('retry: 1000\n\nevent: draft\nid: 1\ndata: {"count":1}\n\n')
})

test('a quiet stream beats every 15 seconds, also while hints bring nothing new', async () => {
  const { nextText, watch } = openStream()
  await nextText()
  const beat = nextText()
  for (let second = 0; second < 14; second++) {
    watch.wake()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(await Promise.race([beat, Promise.resolve('nothing yet')])).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(1100)
  expect(await beat).toBe(': still here\n\n')
})

test('a burst of hints is one read of the newest state', async () => {
  const { nextText, change, readCount } = openStream()
  await nextText()
  const next = nextText()
  for (let count = 2; count <= 50; count++) {
    change(count)
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(await next).toContain('data: {"count":50}')
  expect(readCount()).toBe(1)
})

test('a reader that takes nothing costs no reads and then gets the newest state alone', async () => {
  const { nextText, change, readCount } = openStream()
  await nextText()
  for (let count = 2; count <= 50; count++) {
    change(count)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(readCount()).toBe(0)
  expect(await nextText()).toContain('data: {"count":50}')
})

test('a failed read ends nothing and tells the client nothing', async () => {
  const read = vi.fn<StateSource['read']>()
  read.mockRejectedValueOnce(new Error('secret words'))
  read.mockResolvedValueOnce(eventOf(2))
  const onError = vi.fn()
  const { nextText, watch } = openStream({ read, onError })
  await nextText()
  const next = nextText()
  watch.wake()
  await vi.advanceTimersByTimeAsync(200)
  expect(onError).toHaveBeenCalledOnce()
  watch.wake()
  await vi.advanceTimersByTimeAsync(200)
  expect(await next).toBe('event: draft\nid: 2\ndata: {"count":2}\n\n')
})

test('the stream ends after a last state, when there is no state any more, and on stop', async () => {
  const ended = openStream({ first: { ...eventOf(1), isLast: true } })
  await ended.nextText()
  expect((await ended.reader.read()).done).toBe(true)

  const gone = openStream({ read: async () => undefined })
  await gone.nextText()
  gone.watch.wake()
  const end = gone.reader.read()
  await vi.advanceTimersByTimeAsync(200)
  expect((await end).done).toBe(true)

  const stopped = openStream()
  await stopped.nextText()
  const last = stopped.reader.read()
  stopped.stop.abort()
  expect((await last).done).toBe(true)
  for (const { onClose } of [ended, gone, stopped]) expect(onClose).toHaveBeenCalled()
})

test('a cancelled stream lets its watch go and reads no more', async () => {
  const { nextText, reader, onClose, watch, readCount } = openStream()
  await nextText()
  const pending = reader.read()
  await reader.cancel()
  watch.wake()
  await vi.advanceTimersByTimeAsync(1000)
  expect((await pending).done).toBe(true)
  expect(onClose).toHaveBeenCalled()
  expect(readCount()).toBe(0)
})
