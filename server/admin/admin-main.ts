import { connect, type Sql } from '../../shared/postgres/connect.ts'
import { createAccount } from '../../shared/postgres/create-account.ts'
import { isDatabaseUnavailable } from '../../shared/postgres/is-database-unavailable.ts'
import { createSignInLink } from '../../shared/postgres/create-sign-in-link.ts'
import { grantCredits } from '../../shared/postgres/grant-credits.ts'
import { type DeadJobs, dismissDeadJobs } from '../../shared/postgres/dead-letters.ts'
import { redriveDeadJobs } from '../../shared/postgres/redrive-dead-jobs.ts'
import { unusableDatabase } from '../../shared/postgres/unusable-database.ts'
import { wordsOfError } from '../../shared/process/words-of-error.ts'
import { LocalFolder } from '../local/local-folder.ts'
import { noSuchDeadJob } from './no-such-dead-job.ts'
import { type AdminCommand, adminUsage, parseAdminCommand } from './parse-admin-command.ts'

// `npm run admin`: what an operator does to the database of DATABASE_URL, else to that of the Makara
// that runs from this folder.

type Place = { databaseUrl: string; origin: string }
type Command<Verb> = Extract<AdminCommand, { verb: Verb }>

async function main(): Promise<void> {
  const command = parseAdminCommand(process.argv.slice(2))
  if (command.verb === 'help') return print(adminUsage)
  const place = await findPlace()
  const sql = connect(place.databaseUrl, { applicationName: 'makara admin', connectionsMax: 1 })
  try {
    await perform(sql, command, place)
  } catch (error) {
    throw isDatabaseUnavailable(error) ? unusableDatabase(place.databaseUrl, error) : error
  } finally {
    await sql.end({ timeout: 2 })
  }
}

async function findPlace(): Promise<Place> {
  const { DATABASE_URL: given, ORIGIN, DATA_FOLDER = '.makara' } = process.env
  if (given) return { databaseUrl: given, origin: ORIGIN ?? 'http://localhost:3210' }
  const run = await new LocalFolder(DATA_FOLDER).readRun()
  if (run?.origin && run.databaseUrl) {
    return { databaseUrl: run.databaseUrl, origin: ORIGIN ?? run.origin }
  }
  throw new Error(
    'No Makara runs from this folder: start it with `npm start`, or set DATABASE_URL to the address of the PostgreSQL database.',
  )
}

async function perform(
  sql: Sql,
  command: Exclude<AdminCommand, { verb: 'help' }>,
  { origin }: Place,
): Promise<void> {
  switch (command.verb) {
    case 'create account':
      return createAndTell(sql, command, origin)
    case 'list accounts':
      return printRows(
        await sql`
          select id, name, balance, is_operator as "isOperator", created_at as "createdAt"
          from accounts
          order by created_at desc`,
      )
    case 'grant credits':
      return grantAndTell(sql, command)
    case 'list dead jobs':
      return printDeadJobs(await sql`select * from dead_jobs`)
    case 'redrive dead jobs':
      return redriveAndTell(sql, command.which)
    case 'dismiss dead jobs':
      return dismissAndTell(sql, command.which)
  }
}

async function createAndTell(
  sql: Sql,
  { name, isOperator }: Command<'create account'>,
  origin: string,
): Promise<void> {
  const { accountId, apiKey } = await createAccount(sql, { name, credits: 100, isOperator })
  const link = await createSignInLink(sql, { accountId, origin })
  print(`Account: ${accountId}\nAPI key (shown once): ${apiKey}\nSign in (works once): ${link}`)
}

async function grantAndTell(sql: Sql, grant: Command<'grant credits'>): Promise<void> {
  const balance = await grantCredits(sql, grant)
  if (balance === undefined) throw new Error('There is no such account: see `account list`.')
  printRows([{ accountId: grant.accountId, balance }])
}

async function redriveAndTell(sql: Sql, which: DeadJobs): Promise<void> {
  const redrives = await redriveDeadJobs(sql, which)
  if (redrives.length === 0 && which !== 'all') throw new Error(noSuchDeadJob(which))
  printDeadJobs(redrives)
  const isInVain = redrives.every(({ outcome }) => outcome !== 'redriven')
  if (redrives.length > 0 && isInVain) process.exitCode = 1
}

async function dismissAndTell(sql: Sql, which: DeadJobs): Promise<void> {
  const jobIds = await dismissDeadJobs(sql, which)
  if (jobIds.length === 0 && which !== 'all') throw new Error(noSuchDeadJob(which))
  printDeadJobs(jobIds.map((jobId) => ({ jobId, outcome: 'dismissed' })))
}

function printDeadJobs(rows: readonly object[]): void {
  if (rows.length === 0) print('There is no dead job.')
  printRows(rows)
}

function printRows(rows: readonly object[]): void {
  for (const row of rows) print(JSON.stringify(row))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${wordsOfError(error)}\n`)
  process.exitCode = 1
}
