import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { typescriptCommand } from '../process/typescript-command.ts'
import { until } from '../process/until.ts'

type LogLine = Record<string, unknown> & { event: string }

/**
 * A real process of ours in a test. `await using` ends it, with SIGKILL if it must; it ends by itself
 * when the test's process dies.
 */
export class TestProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly lines: LogLine[] = []
  stderr = ''
  /** Resolves when the process is gone. */
  readonly ended: Promise<unknown>

  /** Everything that it writes is added to `logFile` as well. */
  constructor(entry: URL, environment: Record<string, string>, options: { logFile?: string } = {}) {
    const [program, ...args] = typescriptCommand(entry)
    const { PATH, HOME } = process.env
    this.#child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH, HOME, MAKARA_ENDS_WITH_PARENT: '1', ...environment },
    })
    this.ended = once(this.#child, 'exit')
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.stderr += String(text)
    })
    if (this.#child.stdout) {
      createInterface(this.#child.stdout).on('line', (line) => this.#read(line))
    }
    if (options.logFile) this.#keepOutput(options.logFile)
  }

  // A process that is killed may leave half a line.
  #read(line: string): void {
    if (line.startsWith('{') && line.endsWith('}')) this.lines.push(JSON.parse(line))
  }

  #keepOutput(file: string): void {
    const output = createWriteStream(file, { flags: 'a' })
    this.#child.stdout?.pipe(output, { end: false })
    this.#child.stderr?.pipe(output, { end: false })
    this.#child.once('close', () => output.end())
  }

  get pid(): number {
    if (!this.#child.pid) throw new Error('The process did not start')
    return this.#child.pid
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  get exitCode(): number | null {
    return this.#child.exitCode
  }

  /** Waits for a log line; fails at once when the process ends before it. */
  logged(event: string, withinMs = 60_000): Promise<LogLine> {
    return until(
      event,
      () => {
        const line = this.lines.find((candidate) => candidate.event === event)
        if (!line && this.hasEnded) throw new Error(`Ended before ${event}: ${this.stderr}`)
        return line
      },
      { withinMs },
    )
  }

  /** Sends a signal and waits for the end. Returns the exit code, or null after a signal. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    if (!this.hasEnded) await this.ended
    return this.#child.exitCode
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), 15_000)
    await this.end('SIGTERM')
    clearTimeout(limit)
  }
}
