import { expect, test } from 'vitest'
import { parseAdminCommand } from './parse-admin-command.ts'

const accountId = '01234567-89ab-cdef-0123-456789abcdef'

test.each([
  [[], { verb: 'help' }],
  [['--help'], { verb: 'help' }],
  [
    ['account', 'create', 'Ada & Co'],
    { verb: 'create account', name: 'Ada & Co', isOperator: false },
  ],
  [
    ['account', 'create', 'Ada', '--operator'],
    { verb: 'create account', name: 'Ada', isOperator: true },
  ],
  [['account', 'list'], { verb: 'list accounts' }],
  [
    ['account', 'grant', accountId, '5'],
    { verb: 'grant credits', accountId, credits: 5, note: '' },
  ],
  [
    ['account', 'grant', accountId, '1000000', 'for May'],
    { verb: 'grant credits', accountId, credits: 1_000_000, note: 'for May' },
  ],
  [['dead', 'list'], { verb: 'list dead jobs' }],
  [['dead', 'redrive', '42'], { verb: 'redrive dead jobs', which: { id: 42 } }],
  [['dead', 'redrive', '--kind', 'chunk'], { verb: 'redrive dead jobs', which: { kind: 'chunk' } }],
  [['dead', 'dismiss', '42'], { verb: 'dismiss dead jobs', which: { id: 42 } }],
  [['dead', 'redrive', '--all'], { verb: 'redrive dead jobs', which: 'all' }],
])('%j is understood', (args, command) => {
  expect(parseAdminCommand(args)).toEqual(command)
})

test.each([
  [['account', 'create'], 'Give a name.'],
  [['account', 'grant', accountId], 'Give the id of an account, the credits'],
  [['account', 'grant', accountId, '5', 'for', 'May'], 'in quotation marks'],
  [['account', 'grant', 'Ada', '5'], 'That is not the id of an account'],
  [['account', 'grant', accountId, '0'], 'Credits are a whole number from 1 to 1000000.'],
  [['account', 'grant', accountId, '1.5'], 'Credits are a whole number'],
  [['account', 'grant', accountId, '1000001'], 'Credits are a whole number'],
  [['account', 'grant', accountId, '-200'], 'Numbers here are not negative: -200.'],
  [['account', 'grant', accountId, '5', 'x\u0000'], 'A note contains a control character.'],
  [
    ['account', 'grant', accountId, '5', 'x'.repeat(501)],
    'A note must have at most 500 characters',
  ],
  [['account', 'create', ' \u200d '], 'A name must not be empty.'],
  [['account', 'create', 'x'.repeat(101)], 'A name must have at most 100 characters.'],
  [['account', 'create', 'Ada\u001b[2J'], 'A name contains a control character.'],
  [['dead', 'redrive'], 'Give one of'],
  [['dead', 'redrive', '42', '--all'], 'Give one of'],
  [['dead', 'redrive', 'x'], 'is a whole number'],
  [['dead', 'redrive', '0x10'], 'is a whole number'],
  [['dead', 'redrive', '1e3'], 'is a whole number'],
  [['dead', 'redrive', ' '], 'is a whole number'],
  [['dead', 'redrive', '9'.repeat(16)], 'is a whole number'],
  [['dead', 'dismiss'], 'Give one of'],
  [['dead', 'redrive', '1', '2'], 'Give the id of a job.'],
  [['account', 'list', 'x'], 'There is nothing to say after this: x.'],
  [['drop', 'everything'], 'There is no command drop everything.'],
  [['dead', 'list', '--force'], "Unknown option '--force'"],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseAdminCommand(args)).toThrow(sentence)
})
