import * as v from 'valibot'
import type { Sql } from '../../shared/postgres/connect.ts'

/** A place in the list, newest first: microseconds since 1970, then the job's id. */
export const deadPositionSchema = v.strictObject({
  diedMicros: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  id: v.pipe(v.number(), v.safeInteger()),
})
export type DeadPosition = v.InferOutput<typeof deadPositionSchema>

/** A job that was given up and waits for an answer, as operators see it. */
export type DeadJob = {
  id: number
  kind: string
  lane: string
  accountId: string
  draftId: string | null
  renderId: string | null
  payload: unknown
  attempts: number
  crashes: number
  nodeId: string | null
  error: { code: string; sentence: string }
  /** What is known beyond the sentence: of the failure itself, and of who held the job. */
  evidence: unknown
  holder: unknown
  createdAt: Date
  diedAt: Date
}

/** One page of the dead jobs of all accounts, newest first. */
export async function listDeadJobs(
  sql: Sql,
  page: { limit: number; after: DeadPosition | undefined },
): Promise<{ deadJobs: DeadJob[]; next: DeadPosition | undefined }> {
  const { limit, after } = page
  const rows = await sql<(DeadJob & { diedMicros: number })[]>`
    select
      id,
      kind,
      lane,
      account_id as "accountId",
      draft_id as "draftId",
      render_id as "renderId",
      payload,
      attempts,
      crashes,
      node_id as "nodeId",
      jsonb_build_object('code', error -> 'code', 'sentence', error -> 'sentence') as error,
      error -> 'evidence' as evidence,
      error -> 'holder' as holder,
      created_at as "createdAt",
      died_at as "diedAt",
      (extract(epoch from died_at) * 1000000)::bigint as "diedMicros"
    from dead_letters
    where answered_at is null and ${
      after
        ? sql`
            (died_at, id) < (
              timestamptz 'epoch' + ${after.diedMicros}::bigint * interval '1 microsecond',
              ${after.id}::bigint
            )`
        : sql`true`
    }
    order by died_at desc, id desc
    limit ${limit + 1}`
  const found = rows.map(({ diedMicros, ...job }) => ({ job, at: { diedMicros, id: job.id } }))
  return {
    deadJobs: found.slice(0, limit).map(({ job }) => job),
    next: found.length > limit ? found[limit - 1]?.at : undefined,
  }
}
