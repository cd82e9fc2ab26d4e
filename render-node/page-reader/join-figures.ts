export type TextBlock = { kind: 'text' | 'heading' | 'item' | 'quote' | 'cite'; text: string }

const labelCharsMax = 60
const bareFigure = /^[^\p{L}\p{N}]{0,3}\p{N}[\p{N}.,\s'’]{0,12}[^\p{N}]{0,3}$/u

/** Puts a figure that stands alone, as designers like to set it, back in front of what it counts. */
export function joinFigures(blocks: readonly TextBlock[]): TextBlock[] {
  const joined: TextBlock[] = []
  let figure: TextBlock | null = null
  for (const block of blocks) {
    if (figure === null && isFigure(block)) figure = block
    else if (figure !== null && isLabel(block)) {
      joined.push({ kind: 'text', text: `${figure.text} ${block.text}` })
      figure = null
    } else {
      figure = isFigure(block) ? block : null
      if (figure === null) joined.push(block)
    }
  }
  return joined
}

function isFigure(block: TextBlock): boolean {
  return bareFigure.test(block.text)
}

function isLabel(block: TextBlock): boolean {
  return block.kind !== 'quote' && !isFigure(block) && block.text.length <= labelCharsMax
}
