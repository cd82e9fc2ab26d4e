import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/**
 * Reads a body up to a number of bytes, counted after unpacking; null as soon as there are more. The
 * stream is destroyed either way.
 */
export async function readCappedBody(
  body: Readable,
  options: { isGzip: boolean; bytesMax: number },
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of options.isGzip ? unpacked(body) : body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('Cannot read body: expected bytes')
    byteCount += chunk.length
    if (byteCount > options.bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// An error of either stream reaches the reader through the last one.
function unpacked(body: Readable): Readable {
  return pipeline(body, createGunzip(), () => undefined)
}
