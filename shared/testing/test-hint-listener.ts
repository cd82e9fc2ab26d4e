import { HintListener, type HintTiming } from '../postgres/hint-listener.ts'
import type { Sql } from '../postgres/connect.ts'
import { until } from '../process/until.ts'
import type { TestDatabase } from './test-database.ts'

export const applicationName = 'makara test hints'
const quick = { probeMs: 200, answerMs: 1000, pauseMinMs: 20, pauseMaxMs: 200 }

export type Listening = AsyncDisposable & {
  listener: HintListener
  hints: string[]
  logged: string[]
  gapCount: () => number
}

/** A quick listener to the channels one and two, and what it got. */
export function testHintListener(
  database: TestDatabase,
  options: { url?: string; sql?: Sql; timing?: Partial<HintTiming> } = {},
): Listening {
  const hints: string[] = []
  const logged: string[] = []
  let gaps = 0
  const listener = new HintListener({
    databaseUrl: options.url ?? database.url,
    applicationName,
    sql: options.sql ?? database.sql,
    channels: {
      one: (payload) => hints.push(`one ${payload}`),
      two: (payload) => hints.push(`two ${payload}`),
    },
    onGap: () => {
      gaps++
    },
    log: (event) => logged.push(event),
    timing: { ...quick, ...options.timing },
  })
  return {
    listener,
    hints,
    logged,
    gapCount: () => gaps,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

/** The listening sessions of the database. */
export async function pidsOf({ sql }: TestDatabase): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`
  return rows.map((row) => row.pid)
}

export async function untilProven({ listener }: Listening): Promise<void> {
  await until('hints are proven', () => listener.isProven, { everyMs: 5 })
}
