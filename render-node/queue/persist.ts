import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { isTransient } from '../../shared/postgres/is-transient.ts'

const pauseMsMax = 2000

/**
 * Writes how a job ended, however long the database is away: hours of rendering may hang on it. Tries
 * again after a lost connection or a deadlock; if a lost COMMIT had gone through, the next try finds
 * the lease gone. Gives up when `lost` aborts.
 */
export async function persist<T>(
  write: () => Promise<T>,
  { lost }: { lost: AbortSignal },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (lost.aborted || !isTransient(error)) throw error
      const pauseMs = Math.min(pauseMsMax, 50 * 2 ** tries) * (0.5 + Math.random() / 2)
      await delay(pauseMs, undefined, { signal: lost }).catch(() => undefined)
    }
  }
}

/** The same for a transaction. */
export function settleTransaction<T>(
  sql: Sql,
  write: (tx: Transaction) => Promise<T>,
  until: { lost: AbortSignal },
): Promise<T> {
  return persist(async () => (await sql.begin(write)) as T, until)
}
