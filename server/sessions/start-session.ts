import type { Sql } from '../../shared/postgres/connect.ts'
import { hashSecret, newSecret } from '../../shared/postgres/secret.ts'
import { sessionDays } from './session-cookie.ts'

/**
 * Uses up a sign-in link and starts a session of its account. Undefined when the link is unknown,
 * expired or used: however many follow it at once, one of them gets the session.
 */
export async function startSession(sql: Sql, linkToken: string): Promise<string | undefined> {
  const token = newSecret('')
  const started = await sql`
    with link as (
      update sign_in_links set used_at = clock_timestamp()
      where
        token_hash = ${hashSecret(linkToken)}
        and used_at is null
        and expires_at > clock_timestamp()
      returning account_id
    ),
    lapsed as (
      delete from sessions using link
      where sessions.account_id = link.account_id and sessions.expires_at < clock_timestamp()
    )
    insert into sessions (token_hash, account_id, expires_at)
    select
      ${hashSecret(token)}, account_id, clock_timestamp() + ${sessionDays} * interval '1 day'
    from link
    returning account_id`
  return started.length === 1 ? token : undefined
}
