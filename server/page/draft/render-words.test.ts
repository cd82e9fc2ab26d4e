import { expect, test } from 'vitest'
import { sampleRender } from '../testing/sample-draft.ts'
import { quietNoteOf, stageWordsOf } from './render-words.ts'

const drawn = sampleRender({ framesDone: 120, frameCount: 300 })
const queued = sampleRender({ state: 'queued', stage: 'waiting', percent: 0, framesDone: 0 })

test.each([
  [queued, 0, 'Waiting for a render node'],
  [queued, 600, 'Waiting for a render node'],
  [sampleRender({ stage: 'planning' }), 5, 'Getting ready'],
  [sampleRender({ framesDone: 0, frameCount: 276 }), 1, 'About to draw 276 frames'],
  [drawn, 1, 'Drawing frame 121 of 300'],
  [drawn, 11, 'Drawing frame 121 of 300'],
  [drawn, 13, 'Waiting for its turn'],
  [sampleRender({ framesDone: 0, frameCount: 276 }), 30, 'Waiting for its turn'],
  [sampleRender({ stage: 'assembling' }), 5, 'Joining picture and sound'],
  [sampleRender({ stage: 'assembling' }), 30, 'Waiting for its turn'],
  [sampleRender({ stage: 'publishing' }), 30, 'Checking the finished video'],
  [sampleRender({ cancelRequested: true }), 30, 'Stopping…'],
])('render %# is said to be doing what it does', (render, quietSeconds, words) => {
  expect(stageWordsOf(render, after(quietSeconds))).toBe(words)
})

test('a render that waits for a node is never said to be silent', () => {
  expect(quietNoteOf(queued, after(600))).toBeNull()
})

test('a started render is said to be silent after 45 seconds, and what happens then', () => {
  const sentence =
    'No news from the render node for 50 s; if it stopped, another takes over by itself.'
  const publishing = sampleRender({ stage: 'publishing' })
  expect(quietNoteOf(publishing, after(45))).toBeNull()
  expect(quietNoteOf(publishing, after(50))).toBe(sentence)
  expect(quietNoteOf(drawn, after(50))).toBe(`${sentence} Other videos may be drawn first.`)
})

function after(seconds: number): number {
  return Date.parse(drawn.lastSignAt) + seconds * 1000
}
