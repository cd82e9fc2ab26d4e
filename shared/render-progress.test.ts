import { expect, test } from 'vitest'
import { percentOf } from './render-progress.ts'

const frameCount = 300
const path = [
  { stage: 'waiting', hasStarted: false, framesDone: 0 },
  { stage: 'planning', hasStarted: true, framesDone: 0 },
  { stage: 'rendering', hasStarted: true, framesDone: 0 },
  { stage: 'rendering', hasStarted: true, framesDone: 1 },
  { stage: 'rendering', hasStarted: true, framesDone: 299 },
  { stage: 'rendering', hasStarted: true, framesDone: 300 },
  { stage: 'assembling', hasStarted: true, framesDone: 300 },
  { stage: 'publishing', hasStarted: true, framesDone: 300 },
] as const

test('percent never goes back on the way and is below 100 until the video is published', () => {
  const percents = path.map((step) => percentOf({ ...step, state: 'processing', frameCount }))
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(Math.max(...percents)).toBeLessThan(100)
  expect(
    percentOf({ state: 'done', stage: 'ended', hasStarted: true, framesDone: 300, frameCount }),
  ).toBe(100)
})

test.each(path)('a render that fails at $stage, frame $framesDone, keeps its percent', (step) => {
  const running = percentOf({ ...step, state: 'processing', frameCount })
  const failed = percentOf({ ...step, state: 'failed', stage: 'ended', frameCount })
  expect(failed).toBeGreaterThanOrEqual(running)
  expect(failed).toBeLessThan(100)
})

test('a render that ends before it has started has done nothing', () => {
  const render = { state: 'cancelled', stage: 'ended', hasStarted: false } as const
  expect(percentOf({ ...render, framesDone: 0, frameCount })).toBe(0)
})
