import type { Sql, Transaction } from './connect.ts'

export type DeadJobs = { id: number } | { kind: string } | 'all'
/** What operators did about a dead job. Its row stays, so that its death still counts. */
export type DeadJobAnswer = 'redriven' | 'moved on' | 'dismissed'

export async function unansweredIds(
  sql: Sql,
  which: Exclude<DeadJobs, { id: number }>,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from dead_letters
    where answered_at is null and ${which === 'all' ? sql`true` : sql`kind = ${which.kind}`}
    order by id`
  return rows.map((row) => row.id)
}

/** Answers a dead job; what is said of a render is said of all that died of it. */
export async function answerLetters(
  tx: Transaction,
  letter: { id: number; renderId: string | null },
  answer: DeadJobAnswer,
): Promise<void> {
  await tx`
    update dead_letters
    set answer = ${answer}, answered_at = clock_timestamp()
    where answered_at is null
      and ${letter.renderId ? tx`render_id = ${letter.renderId}` : tx`id = ${letter.id}`}`
}

/** Puts dead jobs away for good; their renders and drafts stay failed. Returns their ids. */
export async function dismissDeadJobs(sql: Sql, which: DeadJobs): Promise<number[]> {
  const isMeant =
    which === 'all' ? sql`true` : 'id' in which ? sql`id = ${which.id}` : sql`kind = ${which.kind}`
  const rows = await sql<{ id: number }[]>`
    with meant as materialized (
      select id from dead_letters where answered_at is null and ${isMeant} order by id for update
    )
    update dead_letters
    set answer = 'dismissed', answered_at = clock_timestamp()
    from meant
    where dead_letters.id = meant.id
    returning dead_letters.id`
  return rows.map((row) => row.id).toSorted((one, other) => one - other)
}
