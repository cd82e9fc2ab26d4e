import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
export type Transaction = postgres.TransactionSql<{ bigint: number }>

// What still runs on the other connections of a pool that is replaced may take so long.
const retireSeconds = 5

/**
 * Opens a pool. Limits are per session: a statement may run 30 s, an open transaction may idle 30 s.
 * Bigints arrive as numbers: ids and versions stay far below 2^53.
 *
 * The driver cannot use a connection again that was lost in the middle of a transaction: statements
 * sent on it wait for ever. So the whole pool is replaced after each loss; what it still does on
 * other connections is finished first.
 */
export function connect(
  url: string,
  options: { applicationName: string; connectionsMax?: number },
): Sql {
  let pool: Sql | undefined
  let isEnded = false
  const retiring = new Set<Promise<void>>()

  function current(): Sql {
    if (pool) return pool
    const opened: Sql = openPool(url, { ...options, onLoss: () => retire(opened) })
    pool = opened
    return opened
  }

  function retire(lost: Sql): void {
    if (lost !== pool || isEnded) return
    pool = undefined
    const retired = lost.end({ timeout: retireSeconds }).finally(() => retiring.delete(retired))
    retiring.add(retired)
  }

  async function end(limit?: { timeout?: number }): Promise<void> {
    isEnded = true
    const timeUp = delay((limit?.timeout ?? retireSeconds) * 1000, undefined, { ref: false })
    await Promise.all([current().end(limit), Promise.race([Promise.all(retiring), timeUp])])
  }

  return facadeOf(current, end)
}

// A function with the pool's properties, whichever pool is the present one.
function facadeOf(current: () => Sql, end: Sql['end']): Sql {
  return new Proxy((() => undefined) as unknown as Sql, {
    apply: (_target, _this, args) => Reflect.apply(current(), undefined, args),
    get: (_target, key) => (key === 'end' ? end : Reflect.get(current(), key)),
  })
}

// Seconds before a lost connection is opened again; many processes lose theirs at once.
function reconnectSeconds(retries: number): number {
  return (0.5 + Math.random() / 2) * Math.min(0.05 * 2 ** retries, 2)
}

function openPool(
  url: string,
  options: { applicationName: string; connectionsMax?: number; onLoss: () => void },
): Sql {
  return postgres(url, {
    max: options.connectionsMax ?? 5,
    connect_timeout: 10,
    backoff: reconnectSeconds,
    onnotice: () => undefined,
    onclose: options.onLoss,
    connection: {
      application_name: options.applicationName,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
      // Until autovacuum has come by, a table that has just grown is planned as if it were small.
      enable_seqscan: 'off',
      jit: 'off',
    },
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number) => String(value),
        parse: (text: string) => Number(text),
      },
    },
  })
}
