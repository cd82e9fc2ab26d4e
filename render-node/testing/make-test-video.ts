import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegProgram } from '../renderer/ffmpeg-program.ts'
import { noisePng } from './noise-png.ts'

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
