import type { Transaction } from './connect.ts'

export type Reservation = { accountId: string; renderId: string; life: number; price: number }

/**
 * Takes the price of a render's life from its account's balance. Where that does not suffice nothing
 * is written, and the balance comes back. Lock order: a transaction that locks an account has locked
 * all its renders before.
 */
export async function reserveCredits(
  tx: Transaction,
  { accountId, renderId, life, price }: Reservation,
): Promise<{ ok: true } | { ok: false; balance: number }> {
  if (price === 0) return { ok: true }
  const reserved = await tx`
    with taken as (
      update accounts set balance = balance - ${price}
      where id = ${accountId} and balance >= ${price}
      returning id
    )
    insert into ledger (account_id, kind, amount, render_id, life)
    select id, 'reserve', -${price}::integer, ${renderId}, ${life} from taken
    returning id`
  if (reserved.length === 1) return { ok: true }
  const [account] = await tx<{ balance: number }[]>`
    select balance from accounts where id = ${accountId}`
  if (!account) throw new Error('Cannot reserve credits: there is no such account')
  return { ok: false, balance: account.balance }
}
