import type { Hono } from 'hono'
import { addRoute } from '../add-route.ts'
import { type PublishedFiles, readPublishedFiles } from '../drafts/read-published-files.ts'
import { attachmentHeader } from '../files/attachment-header.ts'
import { contentTypeOf } from '../files/content-type-of.ts'
import { fileResponse } from '../files/file-response.ts'
import { refuse } from '../problem-response.ts'
import { notFound, type Refusal } from '../refusal.ts'
import { ownedOf } from '../requests/owned-of.ts'
import type { AppContext, AppEnv, ServerContext } from '../server-context.ts'

type Part = 'video' | 'poster' | 'manifest'

/** The files of a draft's published video, at addresses that never change. */
export function addMediaRoutes(app: Hono<AppEnv>, context: ServerContext): void {
  for (const part of ['video', 'poster', 'manifest'] as const) {
    addRoute(app, `/v1/drafts/:id/${part}`, { GET: (c) => serve(c, context, part) })
  }
}

async function serve(c: AppContext, context: ServerContext, part: Part): Promise<Response> {
  const owned = ownedOf(c)
  const files = owned ? await readPublishedFiles(context.sql, owned) : 'not found'
  if (files === 'not found') return refuse(c, notFound)
  if (files === 'not published') return refuse(c, notPublished)
  const path = files[part]
  if (path === null) return refuse(c, manifestMissing)
  const file = await context.findMediaFile(path)
  if (!file) {
    context.log('media.missed', { requestId: c.get('requestId'), outputId: files.outputId, part })
    return refuse(c, notFound)
  }
  return fileResponse(c, file, { etag: etagOf(files, part), headers: headersOf(c, files, path) })
}

const notPublished: Refusal = {
  status: 404,
  code: 'video_not_published',
  detail: 'This draft has no finished video yet.',
}

const manifestMissing: Refusal = {
  status: 404,
  code: 'manifest_missing',
  detail: 'This video was published without a manifest.',
}

// Two outputs may hold the same picture but never the same manifest.
function etagOf(files: PublishedFiles, part: Part): string {
  return part === 'video' ? `"${files.sha256}"` : `"${files.outputId}"`
}

function headersOf(c: AppContext, files: PublishedFiles, path: string): Record<string, string> {
  const isDownload = c.req.query('download') === '1'
  const extension = /\.[a-z0-9]+$/i.exec(path)?.[0] ?? ''
  return {
    'Content-Type': contentTypeOf(path),
    'Cache-Control': 'private, no-cache',
    ...(isDownload && { 'Content-Disposition': attachmentHeader(files.title, extension) }),
  }
}
