import type { ScheduledTask } from './scheduled-task.ts'
import type { TaskReport, TaskTurn } from './take-turns.ts'

const errorLengthMax = 1000

type Run = { id: string; stop: AbortController; ended: TaskReport['ended']; done: Promise<void> }

/** One task's run in this process: at most one at a time, known until its end has been written. */
export class TaskRunner {
  readonly task: ScheduledTask
  readonly #onEnd: (error?: Error) => void
  #run: Run | undefined

  constructor(task: ScheduledTask, options: { onEnd: (error?: Error) => void }) {
    this.task = task
    this.#onEnd = options.onEnd
  }

  get isRunning(): boolean {
    return this.#run !== undefined && this.#run.ended === null
  }

  report(options: { mayStart: boolean }): TaskReport {
    const { name, everyMs } = this.task
    return {
      name,
      everyMs,
      mayStart: options.mayStart && !this.isRunning,
      runId: this.#run?.id ?? null,
      ended: this.#run?.ended ?? null,
    }
  }

  /** What the schedule answered to a report. A run that another process has taken over is stopped. */
  hear(report: TaskReport, turn: TaskTurn): void {
    if (report.runId === null || turn.told === 'not heard') return
    if (turn.told === 'superseded') this.#run?.stop.abort('superseded')
    if (report.ended) this.#run = undefined
  }

  start(id: string, signal: AbortSignal): void {
    const run: Run = { id, stop: new AbortController(), ended: null, done: Promise.resolve() }
    this.#run = run
    run.done = this.#runToEnd(run, signal)
  }

  async #runToEnd(run: Run, signal: AbortSignal): Promise<void> {
    const stop = () => run.stop.abort(signal.reason)
    signal.addEventListener('abort', stop)
    const startedAt = performance.now()
    const error = await this.#errorOfRun(run.stop.signal)
    signal.removeEventListener('abort', stop)
    run.ended = {
      ms: Math.round(performance.now() - startedAt),
      error: error ? String(error).slice(0, errorLengthMax) : null,
    }
    if (!run.stop.signal.aborted) this.#onEnd(error)
  }

  async #errorOfRun(signal: AbortSignal): Promise<Error | undefined> {
    try {
      await this.task.run(signal)
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error('It threw no error')
    }
  }

  async ended(): Promise<void> {
    await this.#run?.done
  }
}
