import type { Sql } from '../../shared/postgres/connect.ts'
import type { KnownAccount } from '../../shared/postgres/create-account.ts'
import { hashSecret } from '../../shared/postgres/secret.ts'

/** The account that a session token belongs to, or undefined for an unknown or expired one. */
export async function accountOfSession(sql: Sql, token: string): Promise<KnownAccount | undefined> {
  const [account] = await sql<KnownAccount[]>`
    select accounts.id as "accountId", is_operator as "isOperator"
    from sessions
    join accounts on accounts.id = sessions.account_id
    where token_hash = ${hashSecret(token)} and expires_at > clock_timestamp()`
  return account
}
