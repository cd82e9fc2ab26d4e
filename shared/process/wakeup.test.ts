import { expect, test } from 'vitest'
import { Wakeup } from './wakeup.ts'

const long = { timeoutMs: 60_000, signal: new AbortController().signal }

test('a ring during work is not lost, and many rings are one', async () => {
  const wakeup = new Wakeup()
  wakeup.ring()
  wakeup.ring()
  await wakeup.wait(long)

  let ended = false
  const second = wakeup.wait(long).then(() => {
    ended = true
  })
  await Promise.resolve()
  expect(ended).toBe(false)
  wakeup.ring()
  await second
})

test('waiting ends at the time limit and when the signal aborts', async () => {
  const wakeup = new Wakeup()
  await wakeup.wait({ ...long, timeoutMs: 1 })

  const stop = new AbortController()
  const waiting = wakeup.wait({ timeoutMs: 60_000, signal: stop.signal })
  stop.abort()
  await waiting
  await wakeup.wait({ timeoutMs: 60_000, signal: stop.signal })
})
