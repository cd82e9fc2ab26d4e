import { connect } from '../postgres/connect.ts'
import { surviveLostWrites } from '../postgres/survive-lost-writes.ts'

// A process that loses its connection in the middle of transactions, again and again, and says at the
// end how long the pool took to answer after each loss.

surviveLostWrites()
const url = process.env.DATABASE_URL ?? ''
const sql = connect(url, { applicationName: 'makara cut', connectionsMax: 1 })
const other = connect(url, { applicationName: 'makara cutter', connectionsMax: 1 })
const waitsMs: number[] = []
for (let round = 0; round < 10; round++) {
  const broken = sql.begin(async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    await other`select pg_terminate_backend(${backend?.pid ?? 0})`
    // Now and then the loss is noticed before the next statement, now and then by it.
    if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await tx`select 1`
  })
  await broken.catch(() => undefined)
  const startedAt = performance.now()
  await sql`select 1`
  waitsMs.push(Math.round(performance.now() - startedAt))
}
process.stdout.write(`${JSON.stringify({ event: 'rounds.ended', waitsMs })}\n`)
await Promise.all([sql.end({ timeout: 1 }), other.end({ timeout: 1 })])
