import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { DeadJobs } from '../../shared/postgres/dead-letters.ts'
import { safeText } from '../../shared/text.ts'

export type AdminCommand =
  | { verb: 'help' }
  | { verb: 'create account'; name: string; isOperator: boolean }
  | { verb: 'list accounts' }
  | { verb: 'grant credits'; accountId: string; credits: number; note: string }
  | { verb: 'list dead jobs' }
  | { verb: 'redrive dead jobs'; which: DeadJobs }
  | { verb: 'dismiss dead jobs'; which: DeadJobs }

export const adminUsage = `npm run admin -- COMMAND, on the database of the Makara that runs from this folder,
or on the one of DATABASE_URL

  account create NAME [--operator]
                             an account with 100 credits: prints its id, its API key and a sign-in
                             link; an operator may see and redrive dead jobs by API
  account list               all accounts with their balances, one JSON line each
  account grant ACCOUNT_ID CREDITS [NOTE]
                             gives an account credits and prints its new balance
  dead list                  jobs that were given up, newest first, one JSON line each
  dead redrive ID            gives a dead job another life, and its render or draft with it; the
                             exit code is 1 when nothing was redriven
  dead redrive --kind KIND   … every dead job of a kind
  dead redrive --all         … every dead job
  dead dismiss ID            puts a dead job away for good; --kind and --all as above`

const creditsMax = 1_000_000

/**
 * Reads the command line of `npm run admin`.
 * @throws with one sentence when it does not fit.
 */
export function parseAdminCommand(args: string[]): AdminCommand {
  const negative = args.find((arg) => /^-\d/.test(arg))
  if (negative) throw new Error(`Numbers here are not negative: ${negative}.`)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      operator: { type: 'boolean', default: false },
      kind: { type: 'string' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [noun = '', verb = '', ...rest] = positionals
  if (values.help || positionals.length === 0) return { verb: 'help' }
  switch (`${noun} ${verb}`) {
    case 'account create':
      return {
        verb: 'create account',
        name: textOf(oneOf(rest, 'a name'), 'A name', nameText),
        isOperator: values.operator,
      }
    case 'account list':
      return { verb: none(rest, 'list accounts') }
    case 'account grant':
      return { verb: 'grant credits', ...grantOf(rest) }
    case 'dead list':
      return { verb: none(rest, 'list dead jobs') }
    case 'dead redrive':
      return { verb: 'redrive dead jobs', which: whichOf(rest, values) }
    case 'dead dismiss':
      return { verb: 'dismiss dead jobs', which: whichOf(rest, values) }
    default:
      throw new Error(`There is no command ${positionals.join(' ')}.\n\n${adminUsage}`)
  }
}

function none<Verb extends string>(words: string[], verb: Verb): Verb {
  if (words.length > 0) throw new Error(`There is nothing to say after this: ${words.join(' ')}.`)
  return verb
}

function grantOf(words: string[]): { accountId: string; credits: number; note: string } {
  const [accountId = '', amount = '', note = '', ...more] = words
  if (amount === '' || more.length > 0) {
    throw new Error('Give the id of an account, the credits, and a note in quotation marks if any.')
  }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(accountId)) {
    throw new Error('That is not the id of an account: see `account list`.')
  }
  const credits = /^\d{1,7}$/.test(amount) ? Number(amount) : 0
  if (credits < 1 || credits > creditsMax) {
    throw new Error(`Credits are a whole number from 1 to ${creditsMax}.`)
  }
  return { accountId, credits, note: textOf(note, 'A note', noteText) }
}

function whichOf(ids: string[], values: { kind?: string | undefined; all: boolean }): DeadJobs {
  const given = [ids.length > 0, values.kind !== undefined, values.all].filter(Boolean)
  if (given.length !== 1) throw new Error('Give one of: the id of a job, --kind KIND, --all.')
  if (values.all) return 'all'
  if (values.kind !== undefined) return { kind: values.kind }
  const id = oneOf(ids, 'the id of a job')
  if (!/^\d{1,15}$/.test(id)) throw new Error('The id of a job is a whole number.')
  return { id: Number(id) }
}

const nameText = safeText({ charsMin: 1, charsMax: 100 })
const noteText = safeText({ charsMax: 500 })

function textOf(text: string, what: string, schema: typeof nameText): string {
  const parsed = v.safeParse(schema, text)
  if (!parsed.success) throw new Error(`${what} ${parsed.issues[0].message}.`)
  return parsed.output
}

function oneOf(words: string[], what: string): string {
  const [word, ...more] = words
  if (word === undefined || word === '' || more.length > 0) throw new Error(`Give ${what}.`)
  return word
}
