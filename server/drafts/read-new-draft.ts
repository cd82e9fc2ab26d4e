import { htmlBytesMax, newDraftSchema, newHtmlDraftQuerySchema } from '../../shared/draft.ts'
import { parsePageAddress } from '../../shared/page-address.ts'
import { mediaTypeOf } from '../requests/media-type-of.ts'
import { type Parsed, parseInput } from '../requests/parse-input.ts'
import { readBody } from '../requests/read-body.ts'
import { readJsonBody } from '../requests/read-json-body.ts'
import type { DraftOptions, DraftSource } from './create-draft.ts'

type NewDraft = { source: DraftSource; options: DraftOptions }
type AddressRules = { allowedHosts: string[]; ownHosts: string[] }

/** What a `POST /v1/drafts` asks for: a page's address or text as JSON, or an HTML file as it is. */
export async function readNewDraft(
  request: Request,
  rules: AddressRules,
): Promise<Parsed<NewDraft>> {
  return mediaTypeOf(request).type === 'text/html'
    ? readHtmlDraft(request)
    : readJsonDraft(request, rules)
}

async function readHtmlDraft(request: Request): Promise<Parsed<NewDraft>> {
  const body = await readBody(request, htmlBytesMax)
  if (!body.ok) return body
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const options = parseInput(newHtmlDraftQuerySchema, query, 'query_invalid')
  if (!options.ok) return options
  if (body.bytes.byteLength === 0) return invalid('The HTML file is empty.')
  const { name, ...rest } = options.value
  const contentType = htmlTypeOf(request)
  const source = { kind: 'html' as const, fileName: name, contentType, bytes: body.bytes }
  return { ok: true, value: { source, options: rest } }
}

// The bytes are kept as they came; whoever reads the page needs the charset that was declared.
function htmlTypeOf(request: Request): string {
  const { charset } = mediaTypeOf(request)
  const isPlain = charset !== undefined && /^[\w-]{1,40}$/.test(charset)
  return isPlain ? `text/html; charset=${charset}` : 'text/html'
}

async function readJsonDraft(request: Request, rules: AddressRules): Promise<Parsed<NewDraft>> {
  const body = await readJsonBody(request)
  if (!body.ok) return body
  const kind = kindOf(body.value)
  if (kind === undefined) return invalid('The request must have either "url" or "text".')
  const [urlSchema, textSchema] = newDraftSchema.options
  if (kind === 'text') {
    const parsed = parseInput(textSchema, body.value)
    if (!parsed.ok) return parsed
    const { text, ...options } = parsed.value
    return { ok: true, value: { source: { kind, text }, options } }
  }
  const parsed = parseInput(urlSchema, body.value)
  if (!parsed.ok) return parsed
  const { url: address, ...options } = parsed.value
  const page = parsePageAddress(address, rules)
  if (page.ok) return { ok: true, value: { source: { kind, url: page.url }, options } }
  return { ok: false, refusal: { status: 422, code: page.code, detail: page.sentence } }
}

function kindOf(value: Record<string, unknown>): 'url' | 'text' | undefined {
  const hasUrl = Object.hasOwn(value, 'url')
  const hasText = Object.hasOwn(value, 'text')
  if (hasUrl === hasText) return undefined
  return hasUrl ? 'url' : 'text'
}

function invalid(detail: string): Parsed<never> {
  return { ok: false, refusal: { status: 422, code: 'body_invalid', detail } }
}
