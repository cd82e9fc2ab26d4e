import type { RenderSnapshot } from '../../shared/render.ts'

const barChars = 24

const stageWords: Record<RenderSnapshot['stage'], string> = {
  waiting: 'waiting for a render node',
  planning: 'planning',
  rendering: 'rendering',
  assembling: 'putting it together',
  publishing: 'publishing',
  ended: '',
}

/** Shows a render's progress: a bar that redraws itself on a terminal, else a line per 10 percent. */
export class ProgressLine {
  readonly #out: { isTTY?: boolean; write: (text: string) => unknown }
  #shown = ''

  constructor(out: { isTTY?: boolean; write: (text: string) => unknown }) {
    this.#out = out
  }

  show(render: Pick<RenderSnapshot, 'state' | 'stage' | 'percent'>): void {
    const words = render.state === 'done' ? 'published' : stageWords[render.stage]
    const line = this.#out.isTTY ? barOf(render.percent, words) : stepOf(render.percent, words)
    if (line === this.#shown) return
    this.#shown = line
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
  }

  /** Leaves the bar's line, so that what follows starts on a new one. */
  end(): void {
    if (this.#out.isTTY && this.#shown !== '') this.#out.write('\n')
  }
}

function barOf(percent: number, words: string): string {
  const filled = Math.round((percent / 100) * barChars)
  const bar = '█'.repeat(filled) + '░'.repeat(barChars - filled)
  return `${bar} ${String(percent).padStart(3)} %  ${words}`
}

function stepOf(percent: number, words: string): string {
  return `${Math.floor(percent / 10) * 10} %  ${words}`
}
