import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import { ffmpegProgram } from '../renderer/ffmpeg-program.ts'

export type TestVideo = {
  file: string
  width?: number
  height?: number
  /** As ffmpeg takes it, such as `30` or `30000/1001`. */
  rate?: string
  frames?: number
  pixelFormat?: string
  indexFirst?: boolean
  videoStreams?: 1 | 2
  color?: boolean
}

/** Encodes a small real MP4 of noise, good by default, and wrong in exactly the ways asked for. */
export async function makeTestVideo(video: TestVideo): Promise<void> {
  const { width = 1080, height = 1920, rate = '30', frames = 30 } = video
  const folder = `${video.file}.frames`
  await mkdir(folder)
  for (const number of [1, 2, 3]) {
    await writeFile(join(folder, `${number}.png`), noisePng(width, height))
  }
  const program = ffmpegProgram('ffmpeg')
  const input = `-v error -f image2 -loop 1 -framerate ${rate} -i ${join(folder, '%d.png')}`
  const args = [
    input,
    video.videoStreams === 2 ? '-map 0 -map 0' : '-map 0',
    `-frames:v ${frames} -c:v libx264 -preset ultrafast -crf 40`,
    `-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt ${video.pixelFormat ?? 'yuv420p'}`,
    video.color === false ? '' : '-x264-params colorprim=bt709:transfer=bt709:colormatrix=bt709',
    video.indexFirst === false ? '' : '-movflags +faststart',
    `-y ${video.file}`,
  ]
  await promisify(execFile)(program, args.join(' ').split(/ +/), {
    env: { LD_LIBRARY_PATH: dirname(program) },
  })
}

// Noise in blocks of 40 pixels: it does not compress to nothing, and one picture is quick to make.
function noisePng(width: number, height: number): Buffer {
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
