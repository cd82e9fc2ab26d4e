import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
export type Transaction = postgres.TransactionSql<{ bigint: number }>

/**
 * Opens a pool. Limits are per session: a statement may run 30 s, an open transaction may idle 30 s.
 * Bigints arrive as numbers: ids and versions stay far below 2^53.
 */
export function connect(
  url: string,
  options: { applicationName: string; connectionsMax?: number },
): Sql {
  return postgres(url, {
    max: options.connectionsMax ?? 5,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName,
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
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
