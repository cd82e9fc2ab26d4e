import { openBrowser, renderMedia, renderStill, selectComposition } from '@remotion/renderer'
import { BrowserNotStarted } from './browser-not-started.ts'
import { combineParts } from './combine-parts.ts'
import { encoderSettings } from './encoder-settings.ts'
import { keepServersOnLoopback } from './keep-servers-on-loopback.ts'
import type { RendererTask } from './renderer-protocol.ts'
import { serveTasks } from './serve-tasks.ts'

type ReportFrames = (framesDone: number) => void

// One slot's renderer: a process group of its own with one warm browser, told what to do over IPC.
// It is killed as a whole, so it never cleans up after itself.

keepServersOnLoopback()
const browserExecutable = process.env.MAKARA_BROWSER ?? null
const chromiumOptions = { gl: null } as const

// Its profile lies in the process's own temporary folder, which outlives those of the tasks.
const browser = openBrowser('chrome', {
  browserExecutable,
  chromiumOptions,
  logLevel: 'error',
}).catch((error: unknown) => {
  throw new BrowserNotStarted(error)
})
// The first task is told of it.
browser.catch(() => undefined)

serveTasks(async ({ task, scratchFolder }, reportFrames) => {
  await browser
  process.env.TMPDIR = scratchFolder
  return perform(task, reportFrames)
})

async function perform(task: RendererTask, reportFrames: ReportFrames) {
  switch (task.kind) {
    case 'warm-up':
      return undefined
    case 'select':
      return selectComposition({
        ...(await common(task)),
        id: task.format,
      })
    case 'chunk':
      return renderChunk(task, reportFrames)
    case 'sound':
      return renderSound(task, reportFrames)
    case 'still':
      return takeStill(task)
    case 'combine':
      return combineParts(task)
  }
}

async function common(task: Exclude<RendererTask, { kind: 'combine' | 'warm-up' }>) {
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

async function renderChunk(
  task: Extract<RendererTask, { kind: 'chunk' }>,
  reportFrames: ReportFrames,
): Promise<undefined> {
  await renderMedia({
    ...(await common(task)),
    ...encoderSettings,
    composition: task.composition,
    frameRange: task.frameRange,
    concurrency: task.concurrency,
    muted: true,
    outputLocation: task.file,
    onProgress: ({ renderedFrames }) => reportFrames(renderedFrames),
  })
}

async function renderSound(
  task: Extract<RendererTask, { kind: 'sound' }>,
  reportFrames: ReportFrames,
): Promise<undefined> {
  await renderMedia({
    ...(await common(task)),
    codec: 'wav',
    enforceAudioTrack: true,
    composition: task.composition,
    outputLocation: task.file,
    onProgress: ({ renderedFrames }) => reportFrames(renderedFrames),
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
