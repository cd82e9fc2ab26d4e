import type { Draft } from '../../shared/draft.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { type ListPosition, selectDrafts } from './select-drafts.ts'

export type DraftPage = { drafts: Draft[]; next: ListPosition | undefined }

/** One page of an account's drafts, newest first. */
export async function listDrafts(
  sql: Sql,
  page: { accountId: string; limit: number; after: ListPosition | undefined },
): Promise<DraftPage> {
  const { accountId, limit, after } = page
  const beyond = after
    ? sql`
        and (created_at, id) < (
          timestamptz 'epoch' + ${after.createdMicros}::bigint * interval '1 microsecond',
          ${after.id}::uuid
        )`
    : sql``
  const found = await selectDrafts(
    sql,
    sql`
      where account_id = ${accountId} ${beyond}
      order by created_at desc, id desc
      limit ${limit + 1}`,
  )
  return {
    drafts: found.slice(0, limit).map(({ draft }) => draft),
    next: found.length > limit ? found[limit - 1]?.position : undefined,
  }
}
