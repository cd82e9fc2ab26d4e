import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegProgram } from '../../renderer/ffmpeg-program.ts'
import { noisePng } from '../../testing/noise-png.ts'

export type Fixture = {
  video: { width: number; height: number }
  /** What ffmpeg is to make of it. */
  settings: string[]
}

/** Encodes noise that moves to `file`, which appears whole: another process may want it as well. */
export async function encodeFixture(file: string, { video, settings }: Fixture): Promise<void> {
  const folder = await mkdtemp(`${file}.`)
  try {
    for (const number of [1, 2]) {
      await writeFile(join(folder, `${number}.png`), noisePng(video.width, video.height))
    }
    const program = ffmpegProgram('ffmpeg')
    const input = `-v error -f image2 -loop 1 -framerate 4 -i ${join(folder, '%d.png')}`
    const made = join(folder, 'made')
    await promisify(execFile)(program, [input, ...settings, `-y ${made}`].join(' ').split(/ +/), {
      env: { LD_LIBRARY_PATH: dirname(program) },
    })
    await rename(made, file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
