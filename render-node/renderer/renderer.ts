import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { on, once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../shared/process/remove-folder.ts'
import { BrowserNotStarted } from './browser-not-started.ts'
import { Failure } from '../../shared/failure.ts'
import { typescriptCommand } from '../../shared/process/typescript-command.ts'
import { killProcessTree, rendererMark } from './kill-process-tree.ts'
import { scratchFolder } from './scratch-folder.ts'
import type {
  Composition,
  RendererMessage,
  RendererRequest,
  RendererTask,
} from './renderer-protocol.ts'

// Of its error output; what comes before has been seen too late to matter.
const lastCharsMax = 4000

type Followed = {
  signal: AbortSignal
  onFrames?: (framesDone: number) => void
  /** The last lines of the process's error output, as they come. */
  onWords?: (words: string) => void
}

/**
 * One slot's renderer process, kept warm between tasks. A task that is aborted, stalls or crashes
 * takes the whole process group with it; the next task starts a new one.
 */
export class Renderer {
  readonly #folder: string
  readonly #mark = randomUUID()
  readonly #browserExecutable: string
  readonly #stallMs: number
  readonly #entry: URL
  readonly #onBrowserNotStarted: () => void
  #child: ChildProcess | undefined

  constructor(options: {
    dataFolder: string
    browserExecutable: string
    stallSeconds?: number
    /** A stand-in for the program that renders. */
    entry?: URL | undefined
    onBrowserNotStarted?: () => void
  }) {
    this.#folder = scratchFolder(options.dataFolder, this.#mark)
    this.#browserExecutable = options.browserExecutable
    this.#stallMs = (options.stallSeconds ?? 60) * 1000
    this.#onBrowserNotStarted = options.onBrowserNotStarted ?? (() => undefined)
    this.#entry = options.entry ?? new URL('renderer-main.ts', import.meta.url)
  }

  /**
   * Has the task done. Rejects with the signal's reason when aborted, and only after every process
   * of the renderer has ended; with a retryable `Failure` when the renderer fails or stalls.
   */
  async perform(task: RendererTask, options: Followed): Promise<Composition | undefined> {
    options.signal.throwIfAborted()
    const taskFolder = join(this.#folder, randomUUID())
    await mkdir(taskFolder, { recursive: true })
    try {
      const child = await this.#warmChild()
      return await this.#converse(child, { task, scratchFolder: taskFolder }, options)
    } catch (error) {
      await this.#kill()
      throw error
    } finally {
      await removeFolder(taskFolder)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kill()
    await removeFolder(this.#folder)
  }

  // One that died between two tasks has failed nobody.
  async #warmChild(): Promise<ChildProcess> {
    if (this.#child?.connected === false) await this.#kill()
    this.#child ??= await this.#start()
    return this.#child
  }

  async #start(): Promise<ChildProcess> {
    const browserFolder = join(this.#folder, 'browser')
    await mkdir(browserFolder, { recursive: true })
    const [program, ...args] = typescriptCommand(this.#entry)
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        HOME: browserFolder,
        TMPDIR: browserFolder,
        MAKARA_BROWSER: this.#browserExecutable,
        [rendererMark]: this.#mark,
      },
    })
    await once(child, 'spawn')
    return child
  }

  async #converse(
    child: ChildProcess,
    request: RendererRequest,
    options: Followed,
  ): Promise<Composition | undefined> {
    await using watch = this.#watch(child, options.onWords)
    const signal = AbortSignal.any([options.signal, watch.signal])
    try {
      const messages = on(child, 'message', { signal })
      child.send(request)
      for await (const [message] of messages as AsyncIterable<[RendererMessage]>) {
        watch.sawSign()
        if (message.type === 'progress') options.onFrames?.(message.framesDone)
        else if (message.type === 'done') return message.composition
        else throw this.#failureOf(message, watch.lastWords())
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      // The channel breaks a moment before the end is known.
      throw error instanceof Failure ? error : crashed(String(error), watch.lastWords())
    }
    throw new Error('Cannot read the renderer: its messages ended')
  }

  #failureOf(message: FailedMessage, lastWords: string): Failure {
    if (message.name !== BrowserNotStarted.name) return renderFailed(message, lastWords)
    this.#onBrowserNotStarted()
    return browserNotStarted(message, lastWords)
  }

  // Aborts when the process ends by itself or gives no sign for too long.
  #watch(child: ChildProcess, tellWords: Followed['onWords']) {
    const ended = new AbortController()
    let words = ''
    let lastSign = performance.now()
    const onWords = (text: Buffer) => {
      words = (words + text).slice(-lastCharsMax)
      tellWords?.(words)
    }
    const onExit = (code: number | null, by: string | null) =>
      ended.abort(crashed(by ?? code, words))
    const watchdog = setInterval(() => {
      if (performance.now() - lastSign > this.#stallMs) ended.abort(stalled(words))
    }, 1000)
    child.stderr?.on('data', onWords)
    child.once('exit', onExit)
    return {
      signal: ended.signal,
      lastWords: () => words,
      sawSign: () => {
        lastSign = performance.now()
      },
      async [Symbol.asyncDispose]() {
        clearInterval(watchdog)
        child.off('exit', onExit)
        child.stderr?.off('data', onWords).resume()
      },
    }
  }

  async #kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.pid) await killProcessTree(child.pid, this.#mark)
  }
}

function stalled(lastWords: string): Failure {
  return new Failure({
    code: 'render_stalled',
    sentence: 'Rendering stood still for too long.',
    retryable: true,
    evidence: { lastWords },
  })
}

function crashed(how: string | number | null, lastWords: string): Failure {
  return new Failure({
    code: 'renderer_crashed',
    sentence: 'The renderer stopped unexpectedly.',
    retryable: true,
    evidence: { exit: how, lastWords },
  })
}

type FailedMessage = Extract<RendererMessage, { type: 'failed' }>

// Another machine, or this one once it is mended, can do the task.
function browserNotStarted({ message }: FailedMessage, lastWords: string): Failure {
  return new Failure({
    code: 'browser_not_started',
    sentence: 'The browser did not start.',
    retryable: true,
    isFree: true,
    evidence: { message, lastWords },
  })
}

function renderFailed({ message, stack }: FailedMessage, lastWords: string): Failure {
  return new Failure({
    code: 'render_failed',
    sentence: 'The video could not be drawn.',
    retryable: true,
    evidence: { message, stack, lastWords },
  })
}
