import type { Sql } from '../../shared/postgres/connect.ts'

export type NodeState = 'ready' | 'unready' | 'draining' | 'stopped'

/** Tells the farm that this node is there, what it can do, and why it does nothing if so. */
export async function registerNode(
  sql: Sql,
  node: {
    id: string
    name: string
    state: NodeState
    reason: string | null
    slots: Record<string, number>
    release: string
  },
): Promise<void> {
  await sql`
    insert into nodes (id, name, state, reason, slots, release)
    values (
      ${node.id}, ${node.name}, ${node.state}, ${node.reason}, ${sql.json(node.slots)}, ${node.release}
    )
    on conflict (id) do update
    set state = excluded.state, reason = excluded.reason, seen_at = clock_timestamp()`
}
