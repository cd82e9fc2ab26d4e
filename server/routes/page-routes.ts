import type { Hono } from 'hono'
import { contentTypeOf } from '../files/content-type-of.ts'
import { refuse } from '../problem-response.ts'
import { notFound } from '../refusal.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

/** The built page: its files, and its entry for every address that a person may open. */
export function addPageRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  app.get('*', (c) => servePage(c, context))
}

async function servePage(c: AppContext, context: ServerContext): Promise<Response> {
  const path = pagePathOf(new URL(c.req.url).pathname)
  if (path === undefined) return refuse(c, notFound)
  if (path !== '') {
    const served = await serveFile(c, context, path)
    if (served) return served
  }
  const wantsPage = c.req.header('accept')?.includes('text/html') ?? false
  if (path !== '' && (!wantsPage || path.startsWith('assets/'))) return refuse(c, notFound)
  return (await serveFile(c, context, 'index.html')) ?? notBuilt()
}

/** The path of a page's file; undefined for one that no page has, such as a dotfile's. */
function pagePathOf(pathname: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(pathname).slice(1)
  } catch {
    return undefined
  }
  if (path === '') return path
  return path.split('/').every((name) => /^[^.\\\0][^\\\0]*$/.test(name)) ? path : undefined
}

async function serveFile(
  c: AppContext,
  context: ServerContext,
  path: string,
): Promise<Response | undefined> {
  const file = await context.findPageFile(path)
  if (!file) return undefined
  const isEmpty = c.req.method === 'HEAD' || file.bytes === 0
  return new Response(isEmpty ? null : file.stream({ first: 0, last: file.bytes - 1 }), {
    headers: {
      'Content-Type': contentTypeOf(path),
      'Content-Length': String(file.bytes),
      // Names below assets/ carry a hash of what is in them.
      'Cache-Control': path.startsWith('assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    },
  })
}

function notBuilt(): Response {
  const sentence =
    'The page has not been built yet: run "npm run build:page". The API works without it.\n'
  return new Response(sentence, {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
