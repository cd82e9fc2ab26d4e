import { expect, test } from 'vitest'
import { revealTimingOf } from './reveal-timing.ts'

test('every word of every scene is in within the first quarter, or eight frames of a short one', () => {
  for (const sceneFrames of [30, 45, 90, 360]) {
    for (const wordCount of [1, 2, 20, 60]) {
      const { startOf, wordFrames } = revealTimingOf({ wordCount, sceneFrames, startFrame: 4 })
      expect(startOf(wordCount - 1) + wordFrames).toBeLessThanOrEqual(Math.max(8, sceneFrames / 4))
    }
  }
})

test('words come in reading order', () => {
  const { startOf } = revealTimingOf({ wordCount: 5, sceneFrames: 120, startFrame: -4 })
  const starts = [0, 1, 2, 3, 4].map(startOf)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(startOf(0)).toBe(-4)
})
