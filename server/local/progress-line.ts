import type { RenderSnapshot } from '../../shared/render.ts'

const barChars = 24

const stageWords: Record<RenderSnapshot['stage'], string> = {
  waiting: 'waiting for a render node',
  planning: 'planning',
  rendering: 'rendering',
  assembling: 'putting it together',
  publishing: 'publishing',
  ended: 'ended',
}

/** Shows a render's progress: a bar that redraws itself on a terminal, else a line per 10 percent. */
export class ProgressLine {
  readonly #out: NodeJS.WriteStream
  #shown = ''

  constructor(out: NodeJS.WriteStream) {
    this.#out = out
  }

  show(render: RenderSnapshot): void {
    const { percent, stage } = render
    if (this.#out.isTTY) {
      const filled = Math.round((percent / 100) * barChars)
      const bar = '█'.repeat(filled) + '░'.repeat(barChars - filled)
      this.#out.write(`\r\u001b[K${bar} ${String(percent).padStart(3)} %  ${stageWords[stage]}`)
      return
    }
    const step = `${Math.floor(percent / 10) * 10} %  ${stageWords[stage]}`
    if (step === this.#shown) return
    this.#shown = step
    this.#out.write(`${step}\n`)
  }

  /** Leaves the bar's line, so that what follows starts on a new one. */
  end(): void {
    if (this.#out.isTTY) this.#out.write('\n')
  }
}
