import { log } from './log.ts'

/** A time during which something fails again and again: told when it begins and when it is over. */
export class Spell {
  readonly #name: string
  readonly #tell: typeof log
  #beganAt: number | undefined

  /** `name` is what fails: `heartbeat` makes `heartbeat.failed` and `heartbeat.recovered`. */
  constructor(name: string, tell = log) {
    this.#name = name
    this.#tell = tell
  }

  begin(error: unknown): void {
    if (this.#beganAt !== undefined) return
    this.#beganAt = performance.now()
    this.#tell(`${this.#name}.failed`, { error: String(error) })
  }

  end(): void {
    if (this.#beganAt === undefined) return
    const seconds = Math.round((performance.now() - this.#beganAt) / 1000)
    this.#beganAt = undefined
    this.#tell(`${this.#name}.recovered`, { seconds })
  }
}
