import { expect, test } from 'vitest'
import { assignSceneries } from './scenery.ts'

const scenes = [
  { id: 'aaaa1111', kind: 'hook' },
  ...['bbbb', 'cccc', 'dddd', 'eeee', 'ffff'].map((id) => ({ id, kind: 'point' as const })),
  { id: 'gggg', kind: 'number' },
  { id: 'hhhh', kind: 'call' },
] as const

test('no scenery comes twice in a video while others are left', () => {
  const sceneries = assignSceneries([...scenes])
  expect(new Set(sceneries).size).toBe(scenes.length)
})

test('a scenery hangs on the scene, and on what scenes before it have taken', () => {
  expect(assignSceneries([...scenes])).toEqual(assignSceneries([...scenes]))
  expect(assignSceneries(scenes.slice(0, 4))).toEqual(assignSceneries([...scenes]).slice(0, 4))
})

test('more scenes than sceneries still get one each', () => {
  const many = Array.from({ length: 12 }, (_, number) => ({
    id: `id${number}xx`,
    kind: 'quote' as const,
  }))
  expect(assignSceneries(many)).toHaveLength(12)
})
