import type { Sql } from '../shared/postgres/connect.ts'
import { Spell } from '../shared/process/spell.ts'
import { Wakeup } from '../shared/process/wakeup.ts'
import { stageDueJobs } from './queue/stage-jobs.ts'

const pauseAfterErrorMs = 1000

type StageOptions = {
  sql: Sql
  kinds: string[]
  pollMs: () => number
  /** Called for each lane that has new jobs. */
  onStaged: (lane: string) => void
}

/** Makes jobs claimable when their pause is over, to the second, whichever node gave it to them. */
export class StageLoop {
  readonly #options: StageOptions
  readonly #bell = new Wakeup()
  readonly #failures = new Spell('staging')

  constructor(options: StageOptions) {
    this.#options = options
  }

  /** Looks again at once: a pause has just begun that may be shorter than the present wait. */
  wake(): void {
    this.#bell.ring()
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const timeoutMs = Math.min(await this.#pass(), this.#options.pollMs())
      await this.#bell.wait({ timeoutMs, signal })
    }
  }

  async #pass(): Promise<number> {
    const { sql, kinds, onStaged } = this.#options
    try {
      const { lanes, nextDueMs } = await stageDueJobs(sql, { kinds })
      this.#failures.end()
      for (const lane of lanes) onStaged(lane)
      return nextDueMs
    } catch (error) {
      this.#failures.begin(error)
      return pauseAfterErrorMs
    }
  }
}
