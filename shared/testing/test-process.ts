import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { typescriptCommand } from '../process/typescript-command.ts'
import { until } from '../process/until.ts'

type LogLine = Record<string, unknown> & { event: string }

/** A real process of ours in a test. `await using` ends it, with SIGKILL if it must. */
export class TestProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly lines: LogLine[] = []
  stderr = ''

  constructor(entry: URL, environment: Record<string, string>) {
    const [program, ...args] = typescriptCommand(entry)
    this.#child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    })
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.stderr += String(text)
    })
    if (this.#child.stdout) {
      createInterface(this.#child.stdout).on('line', (line) => {
        if (line.startsWith('{')) this.lines.push(JSON.parse(line))
      })
    }
  }

  get pid(): number {
    if (!this.#child.pid) throw new Error('The process did not start')
    return this.#child.pid
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
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
    if (this.hasEnded) return this.#child.exitCode
    const exit = once(this.#child, 'exit')
    this.#child.kill(signal)
    const [code] = await exit
    return code
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
