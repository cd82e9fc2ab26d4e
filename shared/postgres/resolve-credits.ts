import type { Transaction } from './connect.ts'
import type { Reservation } from './reserve-credits.ts'

/**
 * Keeps or gives back what was reserved for a render's life. A second resolution of the same life
 * meets a unique index and throws.
 */
export async function resolveCredits(
  tx: Transaction,
  reservation: Reservation,
  resolution: 'capture' | 'refund',
): Promise<void> {
  if (reservation.price === 0) return
  if (resolution === 'capture') await capture(tx, reservation)
  else await refund(tx, reservation)
}

async function capture(tx: Transaction, { accountId, renderId, life }: Reservation): Promise<void> {
  await tx`
    insert into ledger (account_id, kind, amount, render_id, life)
    values (${accountId}, 'capture', 0, ${renderId}, ${life})`
}

async function refund(
  tx: Transaction,
  { accountId, renderId, life, price }: Reservation,
): Promise<void> {
  await tx`
    with refunded as (
      insert into ledger (account_id, kind, amount, render_id, life)
      values (${accountId}, 'refund', ${price}, ${renderId}, ${life})
      returning account_id, amount
    )
    update accounts set balance = balance + refunded.amount
    from refunded
    where accounts.id = refunded.account_id`
}
