import { expect, test } from 'vitest'
import { parseVideoCommand } from './parse-video-command.ts'

test('without arguments the sample page becomes a story in out.mp4', () => {
  expect(parseVideoCommand([])).toEqual({
    source: undefined,
    output: 'out.mp4',
    format: 'story',
    language: undefined,
    json: false,
  })
})

test('every option is read', () => {
  const args = ['page.html', '-o', 'a b.mp4', '--format', 'promo', '--lang', 'tr', '--json']
  expect(parseVideoCommand(args)).toEqual({
    source: 'page.html',
    output: 'a b.mp4',
    format: 'promo',
    language: 'tr',
    json: true,
  })
})

test('help asks for nothing else', () => {
  expect(parseVideoCommand(['--help'])).toBeUndefined()
})

test.each([
  [['a.html', 'b.html'], 'Give one page'],
  [['-o', 'out.avi'], 'must end with .mp4'],
  [['--format', 'poem'], '--format cannot be poem'],
  [['--lang', 'xx'], '--lang cannot be xx'],
  [['--quality', '9'], "Unknown option '--quality'"],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseVideoCommand(args)).toThrow(sentence)
})
