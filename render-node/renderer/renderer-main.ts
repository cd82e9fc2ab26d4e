import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import {
  combineChunks,
  type HeadlessBrowser,
  openBrowser,
  renderMedia,
  renderStill,
  selectComposition,
} from '@remotion/renderer'
import { encoderSettings, soundSettings } from './encoder-settings.ts'
import { keepServersOnLoopback } from './keep-servers-on-loopback.ts'
import { ffmpegProgram } from './ffmpeg-program.ts'
import type { RendererMessage, RendererRequest, RendererTask } from './renderer-protocol.ts'

// One slot's renderer: a process group of its own with one warm browser, told what to do over IPC.
// It is killed as a whole, so it never cleans up after itself.

keepServersOnLoopback()
const browserExecutable = process.env.MAKARA_BROWSER ?? null
const chromiumOptions = { gl: null } as const

// Its profile lies in the process's own temporary folder, which outlives those of the tasks.
const browser: Promise<HeadlessBrowser> = openBrowser('chrome', {
  browserExecutable,
  chromiumOptions,
})

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: RendererRequest) => void answer(request))

async function answer(request: RendererRequest): Promise<void> {
  try {
    await browser
    process.env.TMPDIR = request.scratchFolder
    const composition = await perform(request.task)
    send(composition ? { type: 'done', composition } : { type: 'done' })
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    send({ type: 'failed', message, stack })
  }
}

function send(message: RendererMessage): void {
  process.send?.(message)
}

async function perform(task: RendererTask) {
  switch (task.kind) {
    case 'select':
      return selectComposition({
        ...(await common(task)),
        id: task.format,
      })
    case 'chunk':
      return renderChunk(task)
    case 'sound':
      return renderSound(task)
    case 'still':
      return takeStill(task)
    case 'combine':
      return combine(task)
  }
}

async function common(task: Exclude<RendererTask, { kind: 'combine' }>) {
  return {
    puppeteerInstance: await browser,
    browserExecutable,
    chromiumOptions,
    serveUrl: task.bundleFolder,
    inputProps: task.props,
    envVariables: {},
    logLevel: 'error' as const,
    timeoutInMilliseconds: 30_000,
  }
}

async function renderChunk(task: Extract<RendererTask, { kind: 'chunk' }>): Promise<undefined> {
  await renderMedia({
    ...(await common(task)),
    ...encoderSettings,
    composition: task.composition,
    frameRange: task.frameRange,
    concurrency: task.concurrency,
    muted: true,
    outputLocation: task.file,
    onProgress: ({ renderedFrames }) => send({ type: 'progress', framesDone: renderedFrames }),
  })
}

async function renderSound(task: Extract<RendererTask, { kind: 'sound' }>): Promise<undefined> {
  await renderMedia({
    ...(await common(task)),
    codec: 'wav',
    enforceAudioTrack: true,
    composition: task.composition,
    outputLocation: task.file,
    onProgress: ({ renderedFrames }) => send({ type: 'progress', framesDone: renderedFrames }),
  })
}

async function takeStill(task: Extract<RendererTask, { kind: 'still' }>): Promise<undefined> {
  await renderStill({
    ...(await common(task)),
    composition: task.composition,
    frame: task.frame,
    imageFormat: 'jpeg',
    jpegQuality: 85,
    output: task.file,
  })
}

async function combine(task: Extract<RendererTask, { kind: 'combine' }>): Promise<undefined> {
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
