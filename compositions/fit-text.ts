import type { Language } from '../shared/language.ts'
import { fitSize } from './fit-size.ts'
import { fontStack } from './font-faces.ts'
import { textDirectionOf } from './text-direction.ts'
import { wordsOf } from './text-words.ts'

/** A box for text and how to set the type in it; lengths in pixels, tracking in em at 120 px. */
export type TextBox = {
  width: number
  height: number
  sizeMin: number
  sizeMax: number
  weight: number
  lineHeight: number
  tracking: number
  align: 'start' | 'center'
  /** Digits of one width, for a figure that counts. */
  hasTabularDigits?: boolean
}

export type FittedText = {
  text: string
  language: Language
  box: TextBox
  size: number
  height: number
  breaksWords: boolean
}

// Below the wished minimum a text is still shrunk rather than cut: nothing may overflow.
const sizeFloor = 10
// Words that must be broken are set smaller than others, so that they break less often.
const brokenGrowthMax = 1.3
const known = new Map<string, FittedText>()

/** Sets the text as large as the box allows; words stay whole unless that would make them tiny. */
export function fitText(text: string, language: Language, box: TextBox): FittedText {
  const key = JSON.stringify([text, language, box])
  const fitted = known.get(key) ?? measureFit(text, language, box)
  known.set(key, fitted)
  return fitted
}

/** The CSS of the text, the same for measuring and for drawing. */
export function cssOfText(fitted: Omit<FittedText, 'height'>) {
  const { text, language, box, size, breaksWords } = fitted
  const direction = textDirectionOf(text, language)
  const isMirrored = direction !== textDirectionOf('', language)
  return {
    direction,
    width: `${box.width}px`,
    fontFamily: fontStack,
    fontSize: `${size}px`,
    fontWeight: String(box.weight),
    lineHeight: String(isJoined(text) ? box.lineHeight * joinedLineGrowth : box.lineHeight),
    letterSpacing: isJoined(text) ? 'normal' : `${trackingOf(box.tracking, size)}em`,
    fontVariantNumeric: box.hasTabularDigits ? 'tabular-nums' : 'normal',
    textAlign: box.align === 'start' && isMirrored ? 'end' : box.align,
    textWrap: 'balance',
    overflowWrap: breaksWords ? 'anywhere' : 'normal',
  } as const
}

function measureFit(text: string, language: Language, box: TextBox): FittedText {
  const element = document.createElement('div')
  element.lang = language
  element.append(...wordsOf(text).flatMap((word) => [spanOf(word), ' ']))
  document.body.append(element)
  try {
    return fitElement(element, { text, language, box })
  } finally {
    element.remove()
  }
}

function fitElement(
  element: HTMLElement,
  request: Pick<FittedText, 'text' | 'language' | 'box'>,
): FittedText {
  const { box } = request
  const fits = (breaksWords: boolean) => (size: number) => {
    const css = cssOfText({ ...request, size, breaksWords })
    Object.assign(element.style, { position: 'absolute', visibility: 'hidden', ...css })
    return element.scrollWidth <= box.width && element.offsetHeight <= box.height
  }
  const whole = fitSize({ min: box.sizeMin, max: box.sizeMax, fits: fits(false) })
  const size =
    whole ??
    fitSize({ min: box.sizeMin, max: box.sizeMin * brokenGrowthMax, fits: fits(true) }) ??
    fitSize({ min: sizeFloor, max: box.sizeMin, fits: fits(true) }) ??
    sizeFloor
  const breaksWords = whole === null
  fits(breaksWords)(size)
  return { ...request, size, height: element.offsetHeight, breaksWords }
}

function spanOf(word: string): HTMLSpanElement {
  const span = document.createElement('span')
  span.textContent = word
  return span
}

// Small type needs its space; only large type can stand close.
function trackingOf(tracking: number, size: number): string {
  return (tracking * Math.min(1.1, size / 120)).toFixed(4)
}

// Arabic letters reach further up and down than Latin ones of the same size.
const joinedLineGrowth = 1.18

// Space between Arabic letters tears their joins apart.
function isJoined(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text)
}
