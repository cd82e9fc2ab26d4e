import type { Sql } from '../../shared/postgres/connect.ts'
import { hashSecret } from '../../shared/postgres/secret.ts'

/** The account that a session token belongs to, or undefined for an unknown or expired one. */
export async function accountOfSession(sql: Sql, token: string): Promise<string | undefined> {
  const [row] = await sql<{ account_id: string }[]>`
    select account_id from sessions
    where token_hash = ${hashSecret(token)} and expires_at > clock_timestamp()`
  return row?.account_id
}
