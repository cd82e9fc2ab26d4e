import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { isTransient } from '../../shared/postgres/is-transient.ts'

const triesMax = 6

/**
 * Writes how a job ended. A lost connection or a deadlock is tried again, as hours of rendering may
 * hang on it; if a lost COMMIT had gone through, the second try finds the lease gone.
 */
export async function settleTransaction<T>(
  sql: Sql,
  write: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return (await sql.begin(write)) as T
    } catch (error) {
      if (tries === triesMax || !isTransient(error)) throw error
      await delay(100 * 2 ** tries)
    }
  }
}
