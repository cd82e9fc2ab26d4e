import { isPrice } from './is-price.ts'

export type TextBlock = { kind: 'text' | 'heading' | 'item' | 'quote' | 'cite'; text: string }

const labelCharsMax = 60
const bareFigure = /^[^\p{L}\p{N}]{0,3}\p{N}[\p{N}.,\s'’]{0,12}[^\p{N}]{0,3}$/u

/**
 * Puts a figure that stands alone, as designers like to set it, back in front of what it counts. A
 * price stays by itself: what follows it seldom is what it pays for.
 */
export function joinFigures(blocks: readonly TextBlock[]): TextBlock[] {
  const joined: TextBlock[] = []
  let figure: TextBlock | null = null
  for (const block of blocks) {
    if (figure !== null) joined.push(...withFigure(figure, block))
    else if (!isFigure(block)) joined.push(block)
    figure = isFigure(block) ? block : null
  }
  return figure !== null && isPrice(figure.text) ? [...joined, figure] : joined
}

function isFigure(block: TextBlock): boolean {
  return block.kind !== 'heading' && (bareFigure.test(block.text) || isPrice(block.text))
}

function withFigure(figure: TextBlock, block: TextBlock): TextBlock[] {
  const own = isFigure(block) ? [] : [block]
  if (isLabelOf(figure, block)) {
    return [{ kind: 'text', text: `${figure.text} ${block.text}` }]
  }
  return isPrice(figure.text) ? [figure, ...own] : own
}

function isLabelOf(figure: TextBlock, block: TextBlock): boolean {
  const isShort = block.text.length <= labelCharsMax
  if (block.kind === 'quote' || isFigure(block) || !isShort || repeats(figure, block)) return false
  return isPrice(figure.text) ? /^[\p{Ll}/]/u.test(block.text) : !/^\p{N}/u.test(block.text)
}

function repeats(figure: TextBlock, block: TextBlock): boolean {
  const digits = /\p{N}[\p{N}.,]*/u.exec(figure.text)?.[0] ?? ''
  return block.text.includes(digits)
}
