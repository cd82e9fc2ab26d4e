import { originOf } from '../requests/origin-of.ts'

export const sessionDays = 30

const name = 'makara_session'

/** The session token of a request's cookies. */
export function sessionTokenOf(request: Request): string | undefined {
  const cookies = request.headers.get('cookie')?.split(';') ?? []
  const found = cookies
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

/** `Set-Cookie` of a session; an empty token removes the cookie. */
export function sessionCookie(request: Request, token: string): string {
  const maxAgeSeconds = token === '' ? 0 : sessionDays * 24 * 60 * 60
  const parts = [`${name}=${token}`, 'Path=/', `Max-Age=${maxAgeSeconds}`]
  parts.push('HttpOnly', 'SameSite=Strict')
  if (originOf(request).startsWith('https:')) parts.push('Secure')
  return parts.join('; ')
}
