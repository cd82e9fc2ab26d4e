import type { Sql } from '../../shared/postgres/connect.ts'
import type { RenderSnapshot } from '../../shared/render.ts'
import { renderAsJson, type RenderJson, renderSnapshotOf } from './render-as-json.ts'

/** A render of the account as it is now. */
export async function readRender(
  sql: Sql,
  render: { id: string; accountId: string },
): Promise<RenderSnapshot | undefined> {
  const [row] = await sql<{ render: RenderJson }[]>`
    select ${renderAsJson(sql)} as render
    from renders
    where id = ${render.id} and account_id = ${render.accountId}`
  return row && renderSnapshotOf(row.render)
}
