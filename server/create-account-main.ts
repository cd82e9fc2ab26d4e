import { connect } from '../shared/postgres/connect.ts'
import { createAccount } from '../shared/postgres/create-account.ts'
import { createSignInLink } from '../shared/postgres/create-sign-in-link.ts'

// `npm run create-account -- "Name"`: an account with 100 credits in the database of DATABASE_URL.

const [name] = process.argv.slice(2)
const { DATABASE_URL: url, ORIGIN: origin = 'http://localhost:3210' } = process.env

if (url && name) {
  const sql = connect(url, { applicationName: 'makara admin', connectionsMax: 1 })
  try {
    const { accountId, apiKey } = await createAccount(sql, { name, credits: 100 })
    const link = await createSignInLink(sql, { accountId, origin })
    process.stdout.write(`API key (shown once): ${apiKey}\nSign in (works once): ${link}\n`)
  } finally {
    await sql.end({ timeout: 2 })
  }
} else {
  process.stderr.write('Set DATABASE_URL and give the account a name.\n')
  process.exitCode = 1
}
