import type { Frame } from './html-frame.ts'
import type { Attributes } from './is-boilerplate.ts'

/** A link or button that a page shows outside its forms. */
export type Control = { text: string; isButton: boolean; isInArticle: boolean }

const controlsMax = 400
const textCharsMax = 80

/** Collects the words of links and buttons while a page is read. */
export class ControlReader {
  readonly controls: Control[] = []
  #open: { frame: Frame; control: Control } | null = null

  open(frame: Frame, parent: Frame, attributes: Attributes): void {
    if (this.#open !== null || this.controls.length >= controlsMax || frame.isInForm) return
    const isButton = isMadeAsButton(frame.tag, attributes)
    if (!isButton && frame.tag !== 'a') return
    if (frame.tag === 'button' ? parent.isSilent : frame.isSilent) return
    this.#open = { frame, control: { text: '', isButton, isInArticle: frame.isInArticle } }
  }

  read(text: string): void {
    if (this.#open === null) return
    const { control } = this.#open
    if (control.text.length <= textCharsMax) control.text += text.slice(0, textCharsMax + 1)
  }

  close(frame: Frame): void {
    if (this.#open?.frame !== frame) return
    const { control } = this.#open
    this.#open = null
    if (control.text.trim() !== '' && control.text.length <= textCharsMax)
      this.controls.push(control)
  }
}

function isMadeAsButton(tag: string, attributes: Attributes): boolean {
  if (tag === 'button' || attributes.role === 'button') return true
  const words = (attributes.class ?? '')
    .slice(0, 500)
    .toLowerCase()
    .split(/[^a-z]+/)
  return tag === 'a' && words.some((word) => /^(?:btn|button|cta)$/.test(word))
}
