import type { Sql } from '../../shared/postgres/connect.ts'
import { hashSecret } from '../../shared/postgres/secret.ts'

export async function endSession(sql: Sql, token: string): Promise<void> {
  await sql`delete from sessions where token_hash = ${hashSecret(token)}`
}
