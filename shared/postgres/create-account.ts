import type { Sql } from './connect.ts'
import { hashSecret, newSecret } from './secret.ts'

export type NewAccount = { accountId: string; apiKey: string }

/** Creates an account with its first API key and a grant of `credits`. */
export async function createAccount(
  sql: Sql,
  account: { name: string; credits: number },
): Promise<NewAccount> {
  const apiKey = newSecret('mk_')
  const accountId = await sql.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      insert into accounts (name, balance) values (${account.name}, ${account.credits}) returning id`
    if (!row) throw new Error('Cannot create the account')
    await tx`insert into api_keys (account_id, key_hash) values (${row.id}, ${hashSecret(apiKey)})`
    await tx`
      insert into ledger (account_id, kind, amount, note)
      values (${row.id}, 'grant', ${account.credits}, 'first credits')`
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
export async function accountOfApiKey(sql: Sql, apiKey: string): Promise<string | undefined> {
  const [row] = await sql<{ account_id: string }[]>`
    select account_id from api_keys
    where key_hash = ${hashSecret(apiKey)} and revoked_at is null`
  return row?.account_id
}
