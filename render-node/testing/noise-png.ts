import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Noise in blocks of 40 pixels: it does not compress to nothing, and one picture is quick to make. */
export function noisePng(width: number, height: number): Buffer {
  const noise = randomBytes(Math.ceil(width / 40) * Math.ceil(height / 40))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = Math.floor(y / 40) * Math.ceil(width / 40) + Math.floor(x / 40)
      rows[y * (width + 1) + 1 + x] = noise[block] ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const picture = deflateSync(rows, { level: 1 })
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', picture),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
