import { expect, test } from 'vitest'
import { percentOf } from './render-progress.ts'

const frameCount = 300
const path = [
  { stage: 'waiting', framesDone: 0 },
  { stage: 'planning', framesDone: 0 },
  { stage: 'rendering', framesDone: 0 },
  { stage: 'rendering', framesDone: 1 },
  { stage: 'rendering', framesDone: 299 },
  { stage: 'rendering', framesDone: 300 },
  { stage: 'assembling', framesDone: 300 },
  { stage: 'publishing', framesDone: 300 },
] as const

test('percent never goes back on the way and is below 100 until the video is published', () => {
  const percents = path.map((step) => percentOf({ ...step, state: 'processing', frameCount }))
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(Math.max(...percents)).toBeLessThan(100)
  expect(percentOf({ state: 'done', stage: 'ended', framesDone: 300, frameCount })).toBe(100)
})

test.each(path)('a render that fails at $stage, frame $framesDone, keeps its percent', (step) => {
  const running = percentOf({ ...step, state: 'processing', frameCount })
  const failed = percentOf({ ...step, state: 'failed', stage: 'ended', frameCount })
  expect(failed).toBeGreaterThanOrEqual(running)
  expect(failed).toBeLessThan(100)
})
