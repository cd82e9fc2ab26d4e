import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { isTransient } from '../../shared/postgres/is-transient.ts'

const pauseMsMax = 2000

/**
 * Writes how a job ended, however long the database is away: hours of rendering may hang on it. Tries
 * again after a lost connection or a deadlock; if a lost COMMIT had gone through, the next try finds
 * the lease gone. Gives up when the job is lost.
 */
export async function persist<T>(
  write: () => Promise<T>,
  job: { readonly isLost: boolean },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (job.isLost || !isTransient(error)) throw error
      const pauseMs = Math.min(pauseMsMax, 50 * 2 ** tries) * (0.5 + Math.random() / 2)
      await delay(pauseMs)
    }
  }
}

/** The same for a transaction. */
export function settleTransaction<T>(
  sql: Sql,
  write: (tx: Transaction) => Promise<T>,
  job: { readonly isLost: boolean },
): Promise<T> {
  return persist(async () => (await sql.begin(write)) as T, job)
}
