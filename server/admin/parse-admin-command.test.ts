import { expect, test } from 'vitest'
import { parseAdminCommand } from './parse-admin-command.ts'

test.each([
  [[], { verb: 'help' }],
  [['--help'], { verb: 'help' }],
  [['account', 'create', 'Ada & Co'], { verb: 'create account', name: 'Ada & Co' }],
  [['dead', 'list'], { verb: 'list dead jobs' }],
  [['dead', 'redrive', '42'], { verb: 'redrive dead jobs', which: { id: 42 } }],
  [['dead', 'redrive', '--kind', 'chunk'], { verb: 'redrive dead jobs', which: { kind: 'chunk' } }],
  [['dead', 'redrive', '--all'], { verb: 'redrive dead jobs', which: 'all' }],
])('%j is understood', (args, command) => {
  expect(parseAdminCommand(args)).toEqual(command)
})

test.each([
  [['account', 'create'], 'Give a name.'],
  [['dead', 'redrive'], 'Give one of'],
  [['dead', 'redrive', '42', '--all'], 'Give one of'],
  [['dead', 'redrive', 'x'], 'is a whole number'],
  [['dead', 'redrive', '1', '2'], 'Give the id of a job.'],
  [['drop', 'everything'], 'There is no command drop everything.'],
  [['dead', 'list', '--force'], "Unknown option '--force'"],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseAdminCommand(args)).toThrow(sentence)
})
