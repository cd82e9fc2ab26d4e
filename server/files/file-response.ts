import { refuse } from '../problem-response.ts'
import type { AppContext } from '../server-context.ts'
import { byteRangeOf } from './byte-range.ts'
import type { ServedFile } from './served-file.ts'

/** Answers with a file: whole or one range, or not at all when the client has it already. */
export function fileResponse(
  c: AppContext,
  file: ServedFile,
  options: { etag: string; headers: Record<string, string> },
): Response {
  const headers = { ...options.headers, ETag: options.etag, 'Accept-Ranges': 'bytes' }
  if (isKnown(c.req.header('if-none-match'), options.etag)) {
    return new Response(null, { status: 304, headers })
  }
  const ifRange = c.req.header('if-range')
  const asksForThis = ifRange === undefined || ifRange === options.etag
  const range = byteRangeOf(asksForThis ? c.req.header('range') : undefined, file.bytes)
  if (range !== undefined) return bodyResponse(c, file, { range, headers })
  return refuse(c, {
    status: 416,
    code: 'range_not_satisfiable',
    detail: `The file has ${file.bytes} bytes; the range asked for lies behind its end.`,
    headers: { 'Content-Range': `bytes */${file.bytes}` },
  })
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

function bodyResponse(
  c: AppContext,
  file: ServedFile,
  answer: { range: { first: number; last: number } | 'whole'; headers: Record<string, string> },
): Response {
  const isWhole = answer.range === 'whole'
  const range = answer.range === 'whole' ? { first: 0, last: file.bytes - 1 } : answer.range
  const length = range.last - range.first + 1
  const isEmpty = c.req.method === 'HEAD' || length === 0
  return new Response(isEmpty ? null : file.stream(range), {
    status: isWhole ? 200 : 206,
    headers: {
      ...answer.headers,
      'Content-Length': String(length),
      ...(!isWhole && { 'Content-Range': `bytes ${range.first}-${range.last}/${file.bytes}` }),
    },
  })
}
