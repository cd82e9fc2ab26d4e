import { connect } from '../postgres/connect.ts'
import { surviveLostWrites } from '../postgres/survive-lost-writes.ts'
import { until } from '../process/until.ts'

// A process that asks the database until it is answered.

surviveLostWrites()
const sql = connect(process.env.DATABASE_URL ?? '', {
  applicationName: 'makara ask',
  connectionsMax: 1,
})
await until('an answer', async () => (await sql`select 1 as one`).length === 1)
process.stdout.write(`${JSON.stringify({ event: 'question.answered' })}\n`)
await sql.end({ timeout: 1 })
