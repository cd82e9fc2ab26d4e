import { connect, type Sql } from '../../shared/postgres/connect.ts'
import { createAccount } from '../../shared/postgres/create-account.ts'
import { createSignInLink } from '../../shared/postgres/create-sign-in-link.ts'
import { type DeadJobs, redriveDeadJobs } from '../../shared/postgres/redrive-dead-jobs.ts'
import { wordsOfError } from '../../shared/process/words-of-error.ts'
import { type AdminCommand, adminUsage, parseAdminCommand } from './parse-admin-command.ts'

// `npm run admin`: what an operator does to the database of DATABASE_URL.

const { DATABASE_URL: url, ORIGIN: origin = 'http://localhost:3210' } = process.env

async function main(): Promise<void> {
  const command = parseAdminCommand(process.argv.slice(2))
  if (command.verb === 'help') return print(adminUsage)
  if (!url) throw new Error('Set DATABASE_URL to the address of the PostgreSQL database.')
  const sql = connect(url, { applicationName: 'makara admin', connectionsMax: 1 })
  try {
    await perform(sql, command)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

async function perform(sql: Sql, command: Exclude<AdminCommand, { verb: 'help' }>): Promise<void> {
  switch (command.verb) {
    case 'create account':
      return printNewAccount(sql, command.name)
    case 'list dead jobs':
      return printRows(await sql`select * from dead_jobs`)
    case 'redrive dead jobs':
      return printRedrives(sql, command.which)
  }
}

async function printNewAccount(sql: Sql, name: string): Promise<void> {
  const { accountId, apiKey } = await createAccount(sql, { name, credits: 100 })
  const link = await createSignInLink(sql, { accountId, origin })
  print(`API key (shown once): ${apiKey}\nSign in (works once): ${link}`)
}

async function printRedrives(sql: Sql, which: DeadJobs): Promise<void> {
  const redrives = await redriveDeadJobs(sql, which)
  if (redrives.length === 0) throw new Error('There is no such dead job.')
  printRows(redrives)
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
