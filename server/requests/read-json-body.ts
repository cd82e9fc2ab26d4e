import { mediaTypeOf } from './media-type-of.ts'
import { readBody } from './read-body.ts'
import type { Refusal } from '../refusal.ts'

export type JsonBody =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; refusal: Refusal }

const jsonBytesMax = 256 * 1024

/** The JSON object in a request's body, not yet checked against any schema. */
export async function readJsonBody(request: Request): Promise<JsonBody> {
  const body = await readBody(request, jsonBytesMax)
  if (!body.ok) return body
  if (!isJson(request)) return { ok: false, refusal: unsupportedMediaType }
  return parseJson(body.bytes)
}

/** The same for a body that may be left out: an empty one reads as an empty object. */
export async function readOptionalJsonBody(request: Request): Promise<JsonBody> {
  const body = await readBody(request, jsonBytesMax)
  if (!body.ok) return body
  if (body.bytes.byteLength === 0) return { ok: true, value: {} }
  if (!isJson(request)) return { ok: false, refusal: unsupportedMediaType }
  return parseJson(body.bytes)
}

const unsupportedMediaType: Refusal = {
  status: 415,
  code: 'unsupported_media_type',
  detail: 'The request needs the header "Content-Type: application/json".',
}

function isJson(request: Request): boolean {
  const { type, charset } = mediaTypeOf(request)
  return type === 'application/json' && (charset === undefined || charset === 'utf-8')
}

function parseJson(bytes: Uint8Array): JsonBody {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { ok: false, refusal: invalidEncoding }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, refusal: invalidJson }
  }
  return isObject(value) ? { ok: true, value } : { ok: false, refusal: noObject }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const invalidEncoding: Refusal = {
  status: 400,
  code: 'body_invalid_encoding',
  detail: 'The request body is not valid UTF-8.',
}

const invalidJson: Refusal = {
  status: 400,
  code: 'body_invalid_json',
  detail: 'The request body is not valid JSON.',
}

const noObject: Refusal = {
  status: 422,
  code: 'body_invalid',
  detail: 'The request body must be a JSON object.',
}
