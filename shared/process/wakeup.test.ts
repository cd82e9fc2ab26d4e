import { expect, test } from 'vitest'
import { Wakeup } from './wakeup.ts'

const long = { timeoutMs: 60_000, signal: new AbortController().signal }

/** Whether a wait has ended by now, after everything that was due has run. */
async function hasEnded(waiting: Promise<void>): Promise<boolean> {
  const soon = new Promise((resolve) => setImmediate(resolve, 'waiting'))
  return (await Promise.race([waiting, soon])) !== 'waiting'
}

test('a ring during work is not lost, and many rings are one', async () => {
  const wakeup = new Wakeup()
  wakeup.ring()
  wakeup.ring()
  expect(await hasEnded(wakeup.wait(long))).toBe(true)

  const second = wakeup.wait(long)
  expect(await hasEnded(second)).toBe(false)
  wakeup.ring()
  expect(await hasEnded(second)).toBe(true)
})

test('waiting ends when the signal aborts, and at the time limit', async () => {
  const wakeup = new Wakeup()
  const stop = new AbortController()
  const waiting = wakeup.wait({ timeoutMs: 60_000, signal: stop.signal })
  expect(await hasEnded(waiting)).toBe(false)
  stop.abort()
  expect(await hasEnded(waiting)).toBe(true)
  expect(await hasEnded(wakeup.wait({ timeoutMs: 60_000, signal: stop.signal }))).toBe(true)
  await expect(wakeup.wait({ ...long, timeoutMs: 1 })).resolves.toBeUndefined()
})
