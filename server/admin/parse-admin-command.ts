import { parseArgs } from 'node:util'
import type { DeadJobs } from '../../shared/postgres/redrive-dead-jobs.ts'

export type AdminCommand =
  | { verb: 'help' }
  | { verb: 'create account'; name: string }
  | { verb: 'list dead jobs' }
  | { verb: 'redrive dead jobs'; which: DeadJobs }

export const adminUsage = `npm run admin -- COMMAND, with DATABASE_URL set

  account create NAME        an account with 100 credits: prints its API key and a sign-in link
  dead list                  jobs that were given up, newest first, one JSON line each
  dead redrive ID            gives a dead job another life, and its render or draft with it
  dead redrive --kind KIND   … every dead job of a kind
  dead redrive --all         … every dead job`

/**
 * Reads the command line of `npm run admin`.
 * @throws with one sentence when it does not fit.
 */
export function parseAdminCommand(args: string[]): AdminCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [noun = '', verb = '', ...rest] = positionals
  if (values.help || positionals.length === 0) return { verb: 'help' }
  switch (`${noun} ${verb}`) {
    case 'account create':
      return { verb: 'create account', name: oneOf(rest, 'a name') }
    case 'dead list':
      return { verb: 'list dead jobs' }
    case 'dead redrive':
      return { verb: 'redrive dead jobs', which: whichOf(rest, values) }
    default:
      throw new Error(`There is no command ${positionals.join(' ')}.\n\n${adminUsage}`)
  }
}

function whichOf(ids: string[], values: { kind?: string | undefined; all: boolean }): DeadJobs {
  const given = [ids.length > 0, values.kind !== undefined, values.all].filter(Boolean)
  if (given.length !== 1) throw new Error('Give one of: the id of a job, --kind KIND, --all.')
  if (values.all) return 'all'
  if (values.kind !== undefined) return { kind: values.kind }
  const id = Number(oneOf(ids, 'the id of a job'))
  if (!Number.isSafeInteger(id)) throw new Error('The id of a job is a whole number.')
  return { id }
}

function oneOf(words: string[], what: string): string {
  const [word, ...more] = words
  if (word === undefined || word === '' || more.length > 0) throw new Error(`Give ${what}.`)
  return word
}
