import { appendFile } from 'node:fs/promises'

/** What the farm did that it must never do, apart from what the database shows in the end. */
export class BrokenPromises {
  readonly #counts = new Map<string, number>()
  #file: string | undefined

  /** From now on, what is broken is written to a file as well, with what is known about it. */
  keepIn(file: string): void {
    this.#file = file
  }

  add(promise: string, evidence: unknown): void {
    this.#counts.set(promise, (this.#counts.get(promise) ?? 0) + 1)
    this.note(promise, evidence)
  }

  /** Writes down what is known about something that is counted elsewhere. */
  note(what: string, evidence: unknown): void {
    const line = JSON.stringify({ at: new Date().toISOString(), what, evidence })
    if (this.#file) void appendFile(this.#file, `${line}\n`)
  }

  get counts(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}
