import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../process/log.ts'
import { Spell } from '../../process/spell.ts'
import type { Sql } from '../connect.ts'
import { Patience } from './patience.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import { addTasks, takeTurns, type TaskReport, type TaskTurn } from './take-turns.ts'
import { TaskRunner } from './task-runner.ts'

const waitMsMax = 5000
const waitMsMin = 100
const retryMs = 2000
// An answer that took as long as this tells that the database was away as well as an error does.
const slowMs = 5000

/**
 * Recurring work of the farm. Every process looks at the schedule in the database when a task that it
 * knows is due; one of them gets the run, and another one the next if that process has died.
 */
export class Schedule {
  readonly #sql: Sql
  readonly #runners: TaskRunner[]
  readonly #patience = new Patience()
  readonly #spell: Spell

  constructor(options: { sql: Sql; tasks: ScheduledTask[]; log: Log }) {
    this.#sql = options.sql
    this.#spell = new Spell('schedule', options.log)
    this.#runners = options.tasks.map((task) => {
      const spell = new Spell(task.name, options.log)
      const onEnd = (error?: Error) => this.#onEnd(task, spell, error)
      return new TaskRunner(task, { onEnd })
    })
  }

  /** Goes on until the signal aborts and the runs of this process have ended. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await this.tick(signal)
      // Processes that wait for the same moment come one after another.
      const spread = 1 + Math.random() / 20
      await delay(waitMs * spread, undefined, { signal }).catch(() => undefined)
    }
    await this.ended()
  }

  /** One look at the schedule; starts what is due here. Returns how many ms until the next look. */
  async tick(signal: AbortSignal): Promise<number> {
    const reports = this.#runners.map((runner) =>
      runner.report({ mayStart: this.#patience.isOverFor(runner.task) }),
    )
    try {
      const turns = await this.#ask(reports)
      this.#spell.end()
      return this.#follow(reports, turns, signal)
    } catch (error) {
      this.#patience.lostDatabase()
      if (!signal.aborted) this.#spell.begin(error)
      return retryMs
    }
  }

  /** Resolves when the runs that this process has begun have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.ended()))
  }

  async #ask(reports: TaskReport[]): Promise<Map<string, TaskTurn>> {
    const askedAt = performance.now()
    const turns = await takeTurns(this.#sql, reports)
    const unknown = turns.filter((turn) => turn.dueInMs === null)
    if (unknown.length > 0) {
      await addTasks(
        this.#sql,
        unknown.map((turn) => turn.name),
      )
    }
    if (performance.now() - askedAt > slowMs) this.#patience.lostDatabase()
    this.#patience.reachedDatabase()
    return new Map(turns.map((turn) => [turn.name, turn]))
  }

  #follow(reports: TaskReport[], turns: Map<string, TaskTurn>, signal: AbortSignal): number {
    const waitsMs = this.#runners.map((runner, position) => {
      const report = reports[position]
      const turn = turns.get(runner.task.name)
      if (!report || !turn) return waitMsMax
      runner.hear(report, turn)
      if (turn.runId !== null && !signal.aborted && this.#patience.isOverFor(runner.task)) {
        runner.start(turn.runId, signal)
      }
      // Half an interval: in time to keep others from taking over what runs here.
      if (runner.isRunning) return runner.task.everyMs / 2
      return report.mayStart ? (turn.dueInMs ?? 0) : waitMsMax
    })
    return Math.min(waitMsMax, Math.max(waitMsMin, Math.min(...waitsMs)))
  }

  #onEnd(task: ScheduledTask, spell: Spell, error: Error | undefined): void {
    if (error === undefined) spell.end()
    else {
      spell.begin(error)
      if (task.patienceMs !== undefined) this.#patience.lostDatabase()
    }
  }
}
