import { expect, test } from 'vitest'
import { until } from '../../process/until.ts'
import { testFarm } from '../../testing/test-farm.ts'
import type { Sql } from '../connect.ts'

/** Waits until jobs have been looked after twice more, whoever does it. */
async function untilReclaimedAgain(sql: Sql): Promise<void> {
  for (let runs = 0; runs < 2; runs++) {
    const startOf = async () => {
      const [row] = await sql<{ at: Date | null }[]>`
        select started_at as at from schedule where task = 'reclaim'`
      return row?.at?.getTime() ?? 0
    }
    const before = await startOf()
    await until('a later run', async () => (await startOf()) > before)
  }
}

test('whichever process is killed or stopped, another one goes on with its tasks', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  const first = farm.startServer()
  await first.logged('server.started')
  await untilReclaimedAgain(sql)
  const second = farm.startServer()
  await second.logged('server.started')

  await first.end('SIGKILL')
  await untilReclaimedAgain(sql)
  const third = farm.startServer()
  await third.logged('server.started')
  second.signal('SIGSTOP')
  await untilReclaimedAgain(sql)
  second.signal('SIGCONT')
  await untilReclaimedAgain(sql)

  for (const server of [second, third]) {
    expect(server.lines.filter(({ event }) => event.endsWith('.failed'))).toEqual([])
  }
})
