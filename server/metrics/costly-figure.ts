// The share of the time that a figure may take.
const timesPause = 20

/**
 * A figure that takes the longer to read the more there is: read anew when it is asked for, but its
 * reading never takes more than a twentieth of the time. Whoever asks between gets the last one.
 */
export class CostlyFigure {
  readonly #read: () => Promise<number>
  #reading: Promise<number> | undefined
  #freshUntil = -Infinity

  constructor(read: () => Promise<number>) {
    this.#read = read
  }

  get(): Promise<number> {
    if (!this.#reading || performance.now() > this.#freshUntil) this.#reading = this.#readAnew()
    return this.#reading
  }

  async #readAnew(): Promise<number> {
    this.#freshUntil = Infinity
    const startedAt = performance.now()
    try {
      const figure = await this.#read()
      const endedAt = performance.now()
      this.#freshUntil = endedAt + timesPause * (endedAt - startedAt)
      return figure
    } catch (error) {
      this.#freshUntil = -Infinity
      throw error
    }
  }
}
