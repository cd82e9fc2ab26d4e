import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { typescriptCommand } from '../../shared/process/typescript-command.ts'

type Start = {
  name: string
  entry: URL
  environment: Record<string, string | undefined>
  logFile: string
  /** The event of the log line that says the process is up. */
  readyEvent: string
}

const restartMsMax = 30_000
const stopMsMax = 30_000

/** A process that is started again when it ends by itself. Its log goes to a file. */
export class KeptProcess {
  readonly #start: Start
  readonly #logs: WriteStream
  readonly #tell: (line: string) => void
  #child: ChildProcess | undefined
  #stopping = false
  #restartTimer: NodeJS.Timeout | undefined
  #restartMs = 500

  constructor(start: Start, tell: (line: string) => void) {
    this.#start = start
    this.#tell = tell
    this.#logs = createWriteStream(start.logFile, { flags: 'a' })
  }

  /**
   * Resolves with the fields of the ready line.
   * @throws with what the process wrote to stderr when it ends before that.
   */
  async start(): Promise<Record<string, unknown>> {
    const [program, ...args] = typescriptCommand(this.#start.entry)
    const child = spawn(program, args, {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...this.#start.environment, MAKARA_ENDS_WITH_PARENT: '1' },
    })
    this.#child = child
    let words = ''
    child.stderr.on('data', (text: Buffer) => {
      words = (words + text).slice(-4000)
      this.#logs.write(text)
    })
    // A process that dies while we write to it has its own way of being noticed.
    child.stdin.on('error', () => undefined)
    const ready = await this.#readyLine(child)
    if (!ready) throw new Error(words.trim() || `The ${this.#start.name} did not start.`)
    this.#restartMs = 500
    child.once('exit', (code, signal) => this.#onExit(signal ?? code))
    return ready
  }

  #readyLine(child: ChildProcess): Promise<Record<string, unknown> | undefined> {
    return new Promise((resolve) => {
      child.once('close', () => resolve(undefined))
      if (!child.stdout) return
      createInterface(child.stdout).on('line', (line) => {
        this.#logs.write(`${line}\n`)
        if (!line.includes(this.#start.readyEvent)) return
        const fields: Record<string, unknown> = JSON.parse(line)
        if (fields.event === this.#start.readyEvent) resolve(fields)
      })
    })
  }

  #onExit(how: string | number | null): void {
    if (this.#stopping) return
    this.#tell(`The ${this.#start.name} ended (${how}) and is started again.`)
    this.#restartTimer = setTimeout(() => void this.#restart(), this.#restartMs)
    this.#restartMs = Math.min(restartMsMax, this.#restartMs * 2)
  }

  async #restart(): Promise<void> {
    await this.start().catch((error: unknown) => {
      this.#tell(error instanceof Error ? error.message : String(error))
      this.#onExit('no start')
    })
  }

  /** Asks the process to end and waits for it, for 30 s at most; then it is killed. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#restartTimer)
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      const limit = setTimeout(() => this.hurry(), stopMsMax)
      await exit
      clearTimeout(limit)
    }
    this.#logs.end()
  }

  hurry(): void {
    this.#child?.kill('SIGKILL')
  }
}
