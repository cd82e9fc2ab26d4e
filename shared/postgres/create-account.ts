import type { Sql } from './connect.ts'
import { hashSecret, newSecret } from './secret.ts'

export type NewAccount = { accountId: string; apiKey: string }
/** Whose a request is. An operator may also see and redrive the dead jobs of all accounts. */
export type KnownAccount = { accountId: string; isOperator: boolean }

/** Creates an account with its first API key and a grant of `credits`. */
export async function createAccount(
  sql: Sql,
  account: { name: string; credits: number; isOperator?: boolean },
): Promise<NewAccount> {
  const apiKey = newSecret('mk_')
  const { name, credits, isOperator = false } = account
  const accountId = await sql.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      insert into accounts (name, balance, is_operator)
      values (${name}, ${credits}, ${isOperator})
      returning id`
    if (!row) throw new Error('Cannot create the account')
    await tx`insert into api_keys (account_id, key_hash) values (${row.id}, ${hashSecret(apiKey)})`
    await tx`
      insert into ledger (account_id, kind, amount, note)
      values (${row.id}, 'grant', ${credits}, 'first credits')`
    return row.id
  })
  return { accountId, apiKey }
}

/** One more API key for an account. */
export async function createApiKey(sql: Sql, accountId: string): Promise<string> {
  const apiKey = newSecret('mk_')
  await sql`insert into api_keys (account_id, key_hash) values (${accountId}, ${hashSecret(apiKey)})`
  return apiKey
}

/** The account that a key belongs to, or undefined for an unknown or revoked key. */
export async function accountOfApiKey(sql: Sql, apiKey: string): Promise<KnownAccount | undefined> {
  const [account] = await sql<KnownAccount[]>`
    select accounts.id as "accountId", is_operator as "isOperator"
    from api_keys
    join accounts on accounts.id = api_keys.account_id
    where key_hash = ${hashSecret(apiKey)} and revoked_at is null`
  return account
}
