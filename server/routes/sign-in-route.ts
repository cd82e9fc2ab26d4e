import type { Hono } from 'hono'
import { addRoute } from '../add-route.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { startSession } from '../sessions/start-session.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** Where a one-time sign-in link leads. */
export function addSignInRoute(app: Hono<AppEnv>, context: ServerContext): void {
  addRoute(app, '/sign-in', { GET: (c) => signIn(c, context) })
}

// A page that goes on by itself, not a redirect: after a click on another website a browser would
// follow a redirect without the Strict cookie that it has just been given.
async function signIn(c: AppContext, { sql }: ServerContext): Promise<Response> {
  if (c.req.method === 'HEAD') return plainPage(200, '')
  const session = await startSession(sql, c.req.query('token') ?? '')
  if (session === undefined) return plainPage(401, linkUsedUp)
  const response = plainPage(200, signedIn, '<meta http-equiv="refresh" content="0; url=/">')
  response.headers.set('Set-Cookie', sessionCookie(c.req.raw, session))
  return response
}

const signedIn = '<h1>You are signed in</h1><p><a href="/">Go on to Makara</a></p>'

const linkUsedUp = `<h1>This link does not work any more</h1>
<p>A sign-in link works once, within a day. Get another one where Makara is installed:</p>
<p><code>npm run sign-in</code></p>
<p><a href="/">Go to Makara</a> if this browser is signed in already.</p>`

function plainPage(status: 200 | 401, body: string, head = ''): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Makara</title>
${head}
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem }
h1 { font-size: 1.6rem; line-height: 1.2 }
code { font-size: 1.1rem; padding: 0.4rem 0.7rem; border-radius: 0.4rem; background: #8882 }
</style>
</head>
<body>
${body}
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}
