import { expect, test } from 'vitest'
import { ProgressLine } from './progress-line.ts'

function output(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

test('without a terminal there is a line for every ten percent or stage, and no control codes', () => {
  const out = output(false)
  const progress = new ProgressLine(out)
  for (const percent of [2, 3, 9, 12, 19]) {
    progress.show({ state: 'processing', stage: 'rendering', percent })
  }
  progress.show({ state: 'done', stage: 'ended', percent: 100 })
  progress.end()

  expect(out.written).toEqual(['0 %  rendering\n', '10 %  rendering\n', '100 %  published\n'])
})

test('on a terminal the bar redraws its line and leaves it at the end', () => {
  const out = output(true)
  const progress = new ProgressLine(out)
  progress.show({ state: 'processing', stage: 'rendering', percent: 50 })
  progress.end()

  expect(out.written.join('')).toBe(
    `\r\u001b[K${'█'.repeat(12)}${'░'.repeat(12)}  50 %  rendering\n`,
  )
})
