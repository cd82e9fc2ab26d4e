import type { Sql } from './connect.ts'

/** Gives an account credits. Returns its new balance; undefined when there is no such account. */
export async function grantCredits(
  sql: Sql,
  grant: { accountId: string; credits: number; note: string },
): Promise<number | undefined> {
  const [account] = await sql<{ balance: number }[]>`
    with granted as (
      update accounts set balance = balance + ${grant.credits}
      where id = ${grant.accountId}
      returning id, balance
    ),
    noted as (
      insert into ledger (account_id, kind, amount, note)
      select id, 'grant', ${grant.credits}, ${grant.note} from granted
    )
    select balance from granted`
  return account?.balance
}
