import { fileURLToPath } from 'node:url'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

// `npm run migrate`: brings the database of DATABASE_URL to this release. Safe to run twice at once.

const url = process.env.DATABASE_URL
if (url) {
  const sql = connect(url, { applicationName: 'makara migrate', connectionsMax: 1 })
  try {
    await migrate(sql, fileURLToPath(new URL('../../sql', import.meta.url)))
  } finally {
    await sql.end()
  }
} else {
  process.stderr.write('Set DATABASE_URL to the address of a PostgreSQL database.\n')
  process.exitCode = 1
}
