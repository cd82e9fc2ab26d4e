import { accountOfApiKey, type KnownAccount } from '../../shared/postgres/create-account.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { accountOfSession } from '../sessions/account-of-session.ts'
import { sessionTokenOf } from '../sessions/session-cookie.ts'

export type Identity = KnownAccount & { by: 'key' | 'session' }

/** Whose request it is: by API key, or by session cookie when no `Authorization` header is sent. */
export async function authenticate(sql: Sql, request: Request): Promise<Identity | undefined> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const apiKey = /^Bearer +(mk_[\w-]{43})$/i.exec(authorization)?.[1]
    const account = apiKey === undefined ? undefined : await accountOfApiKey(sql, apiKey)
    return account && { ...account, by: 'key' }
  }
  const token = sessionTokenOf(request)
  const account = token === undefined ? undefined : await accountOfSession(sql, token)
  return account && { ...account, by: 'session' }
}
