import { expect, test } from 'vitest'
import { cutChunks } from './cut-chunks.ts'

test('chunks cover every frame once and in order, whatever the scenes are', () => {
  for (let first = 30; first <= 360; first += 7) {
    for (const scenes of [[first], [first, 30, 360], [45, first, 90, first]]) {
      const chunks = cutChunks(scenes)
      let next = 0
      for (const chunk of chunks) {
        expect(chunk.firstFrame).toBe(next)
        expect(chunk.frameCount).toBeGreaterThanOrEqual(30)
        expect(chunk.frameCount).toBeLessThan(225)
        next += chunk.frameCount
      }
      expect(next).toBe(scenes.reduce((sum, scene) => sum + scene, 0))
    }
  }
})

test('a scene is not cut when it fits a chunk', () => {
  expect(cutChunks([60, 60, 120, 150])).toEqual([
    { firstFrame: 0, frameCount: 120 },
    { firstFrame: 120, frameCount: 120 },
    { firstFrame: 240, frameCount: 150 },
  ])
})
