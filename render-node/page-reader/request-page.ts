import { type buildConnector, Client, type Dispatcher } from 'undici'
import { type AddressRules, isAllowedHost } from '../../shared/page-address.ts'
import { ChattyServerError, type FetchFailure, fetchFailure } from './fetch-failure.ts'
import { guardedConnector, type LookupAddresses } from './guarded-connector.ts'
import { readCappedBody } from './read-capped-body.ts'
import { retryAfterMs } from './retry-after-ms.ts'

export type FetchPageOptions = AddressRules & {
  signal: AbortSignal
  userAgent?: string
  /** Milliseconds for everything together, redirects and bodies included. */
  deadlineMs?: number
  lookup?: LookupAddresses
  connect?: buildConnector.connector
}

export type FetchedPage = {
  ok: true
  /** The address that answered, after redirects. */
  url: string
  bytes: Uint8Array
  /** The header as sent; `text/html` when the server sent none. */
  contentType: string
}

type Redirect = { redirectTo: string }
type PageAnswer = FetchedPage | FetchFailure | Redirect
type Headers = Dispatcher.ResponseData['headers']

const pageBytesMax = 2 * 1024 * 1024
const headerBytesMax = 32 * 1024
const informationalMax = 10
const pageTypes = new Set(['text/html', 'application/xhtml+xml', 'text/plain'])

/** One request for a page over one connection of its own; follows nothing. */
export async function requestPage(url: URL, options: FetchPageOptions): Promise<PageAnswer> {
  const client = clientFor(url, options)
  // The request's own signal does nothing while a connection is being made.
  const stop = () => void client.destroy(new Error('Cannot go on: the time is over'))
  options.signal.addEventListener('abort', stop, { once: true })
  try {
    options.signal.throwIfAborted()
    const response = await client.request(requestFor(url, { client, options }))
    return await readAnswer(url, response)
  } finally {
    options.signal.removeEventListener('abort', stop)
    await client.destroy()
  }
}

function clientFor(url: URL, options: FetchPageOptions): Client {
  return new Client(url.origin, {
    connect: guardedConnector({
      isAllowedHost: isAllowedHost(url, options.allowedHosts ?? []),
      lookup: options.lookup,
      connect: options.connect,
    }),
    maxHeaderSize: headerBytesMax,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

function requestFor(
  url: URL,
  { client, options }: { client: Client; options: FetchPageOptions },
): Dispatcher.RequestOptions {
  let informational = 0
  return {
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    signal: options.signal,
    headers: {
      accept: 'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.8',
      'accept-encoding': 'gzip',
      'user-agent': options.userAgent ?? 'Makara/0.1 (+page reader)',
    },
    onInfo: () => {
      informational += 1
      if (informational > informationalMax) void client.destroy(new ChattyServerError())
    },
  }
}

async function readAnswer(url: URL, response: Dispatcher.ResponseData): Promise<PageAnswer> {
  const { statusCode, headers, body } = response
  if ([301, 302, 303, 307, 308].includes(statusCode)) return redirectOf(headers, url)
  const failure = refusalOf(statusCode, headers)
  if (failure !== null) return failure
  const isGzip = encodingOf(headers) !== 'identity'
  const contentType = headerOf(headers, 'content-type')
  const bytes = await readCappedBody(body, { isGzip, bytesMax: pageBytesMax })
  if (bytes === null) {
    return fetchFailure(isGzip ? 'fetch_decompressed_too_large' : 'fetch_too_large')
  }
  if (contentType === undefined && bytes.subarray(0, 1024).includes(0)) {
    return fetchFailure('fetch_content_type_not_allowed')
  }
  return { ok: true, url: url.href, bytes, contentType: contentType ?? 'text/html' }
}

function redirectOf(headers: Headers, base: URL): Redirect | FetchFailure {
  const location = headerOf(headers, 'location')
  const isReadable = location !== undefined && URL.canParse(location, base.href)
  return isReadable
    ? { redirectTo: new URL(location, base).href }
    : fetchFailure('fetch_bad_response')
}

// What the status line and headers alone refuse, before any of the body is read.
function refusalOf(statusCode: number, headers: Headers): FetchFailure | null {
  if (statusCode !== 200) return badStatus(statusCode, headerOf(headers, 'retry-after'))
  if (!['identity', 'gzip', 'x-gzip'].includes(encodingOf(headers))) {
    return fetchFailure('fetch_encoding_not_allowed')
  }
  if (!pageTypes.has(typeOf(headers))) return fetchFailure('fetch_content_type_not_allowed')
  const announcedBytes = Number(headerOf(headers, 'content-length') ?? 0)
  return announcedBytes > pageBytesMax ? fetchFailure('fetch_too_large') : null
}

function badStatus(statusCode: number, retryAfter: string | undefined): FetchFailure {
  const waitMs = retryAfterMs(retryAfter)
  return fetchFailure('fetch_bad_status', {
    sentence: `The page answered with status ${statusCode}.`,
    retryable: statusCode >= 500 || [408, 425, 429].includes(statusCode),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  })
}

function encodingOf(headers: Headers): string {
  return headerOf(headers, 'content-encoding')?.toLowerCase() ?? 'identity'
}

function typeOf(headers: Headers): string {
  const [type = ''] = (headerOf(headers, 'content-type') ?? 'text/html').split(/[;,]/, 1)
  return type.trim().toLowerCase()
}

function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
