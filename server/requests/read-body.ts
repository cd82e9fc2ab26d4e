import type { Refusal } from '../refusal.ts'

export type Body = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; refusal: Refusal }

/** The whole body of a request, cut off at `bytesMax` whether or not its length was declared. */
export async function readBody(request: Request, bytesMax: number): Promise<Body> {
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return { ok: false, refusal: unsupportedEncoding }
  }
  if (Number(request.headers.get('content-length')) > bytesMax) return tooLarge(bytesMax)
  if (!request.body) return { ok: true, bytes: new Uint8Array() }
  return readStream(request.body, bytesMax)
}

const unsupportedEncoding: Refusal = {
  status: 415,
  code: 'unsupported_encoding',
  detail: 'Compressed request bodies are not accepted.',
  headers: { 'Accept-Encoding': 'identity' },
}

const incomplete: Refusal = {
  status: 400,
  code: 'body_incomplete',
  detail: 'The request body ended too early.',
}

async function readStream(stream: ReadableStream<Uint8Array>, bytesMax: number): Promise<Body> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const read = await reader.read().catch(() => undefined)
    if (!read) return { ok: false, refusal: incomplete }
    if (read.done) return { ok: true, bytes: joined(chunks, length) }
    length += read.value.byteLength
    if (length > bytesMax) {
      await reader.cancel().catch(() => undefined)
      return tooLarge(bytesMax)
    }
    chunks.push(read.value)
  }
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let position = 0
  for (const chunk of chunks) {
    whole.set(chunk, position)
    position += chunk.byteLength
  }
  return whole
}

function tooLarge(bytesMax: number): Body {
  const size = bytesMax >= 1024 ** 2 ? `${bytesMax / 1024 ** 2} MiB` : `${bytesMax / 1024} KiB`
  const detail = `What was sent is too large: it may have at most ${size}.`
  return { ok: false, refusal: { status: 413, code: 'body_too_large', detail } }
}
