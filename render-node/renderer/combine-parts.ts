import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { combineChunks } from '@remotion/renderer'
import { soundSettings } from './encoder-settings.ts'
import { ffmpegProgram } from './ffmpeg-program.ts'
import type { RendererTask } from './renderer-protocol.ts'

/** Joins rendered chunks and the sound to one MP4 file. */
export async function combineParts(
  task: Extract<RendererTask, { kind: 'combine' }>,
): Promise<undefined> {
  const silent = task.soundFile ? `${task.file}.silent.mp4` : task.file
  await combineChunks({
    codec: 'h264',
    videoFiles: task.chunkFiles,
    audioFiles: [],
    audioCodec: null,
    outputLocation: silent,
    fps: task.fps,
    framesPerChunk: task.frameCount,
    compositionDurationInFrames: task.frameCount,
    preferLossless: false,
  })
  if (task.soundFile) await addSound({ ...task, soundFile: task.soundFile, silent })
}

// combineChunks joins AAC as it is, two packets too long and its encoder's delay unmarked: the sound
// came 43 ms late. Encoded while muxing, the file says where the sound begins and ends.
async function addSound(video: {
  silent: string
  soundFile: string
  file: string
  fps: number
}): Promise<void> {
  const inputs = ['-v', 'error', '-y', '-i', video.silent, '-i', video.soundFile]
  const streams = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-r', String(video.fps)]
  const sound = ['-c:a', soundSettings.codec, '-b:a', soundSettings.bitrate, '-ar', '48000']
  const program = ffmpegProgram('ffmpeg')
  await promisify(execFile)(
    program,
    [...inputs, ...streams, ...sound, '-movflags', '+faststart', video.file],
    { env: { LD_LIBRARY_PATH: dirname(program) } },
  )
  await rm(video.silent)
}
