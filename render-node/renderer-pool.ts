import { Renderer } from './renderer/renderer.ts'

/** Renderer processes, kept warm for the next job that needs one. */
export class RendererPool implements AsyncDisposable {
  readonly #make: () => Renderer
  readonly #idle: Renderer[] = []
  readonly #all = new Set<Renderer>()

  constructor(options: {
    dataFolder: string
    browserExecutable: string
    stallSeconds: number
    entry: URL | undefined
    onBrowserNotStarted: () => void
  }) {
    this.#make = () => new Renderer(options)
  }

  async use<T>(work: (renderer: Renderer) => Promise<T>): Promise<T> {
    const renderer = this.#idle.pop() ?? this.#make()
    this.#all.add(renderer)
    try {
      return await work(renderer)
    } finally {
      this.#idle.push(renderer)
    }
  }

  /** Has one renderer start its browser, and keeps it for the next job. */
  async warmUp(signal: AbortSignal): Promise<void> {
    await this.use((renderer) => renderer.perform({ kind: 'warm-up' }, { signal }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((renderer) => renderer[Symbol.asyncDispose]()))
  }
}
