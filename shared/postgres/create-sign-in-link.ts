import type { Sql } from './connect.ts'
import { hashSecret, newSecret } from './secret.ts'

/** A link that signs a browser in once, within 24 hours. */
export async function createSignInLink(
  sql: Sql,
  link: { accountId: string; origin: string },
): Promise<string> {
  const token = newSecret('')
  await sql`
    insert into sign_in_links (token_hash, account_id, expires_at)
    values (${hashSecret(token)}, ${link.accountId}, clock_timestamp() + interval '24 hours')`
  return `${link.origin}/sign-in?token=${token}`
}
