const sentenceCharsMin = 25
const clauseShareMin = 0.45

/**
 * The text within a number of characters: whole if it fits, else its first sentence, else its first
 * clauses or words, which then end in an ellipsis.
 */
export function shortenText(text: string, charsMax: number, language: string): string {
  if (text.length <= charsMax) return text
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
  const [first] = sentences.segment(text.slice(0, charsMax * 4))
  const sentence = first?.segment.trim() ?? ''
  if (sentence.length >= sentenceCharsMin && sentence.length <= charsMax) return sentence
  return `${clauses(text, charsMax - 1) ?? words(text, charsMax - 1, language)}…`
}

function clauses(text: string, charsMax: number): string | null {
  const ends = text.slice(0, charsMax + 1).matchAll(/(?<=\S)(?:[,;:،؛](?=\s)|\s+[–—-](?=\s))/gu)
  const last = [...ends].at(-1)?.index ?? 0
  return last >= charsMax * clauseShareMin ? text.slice(0, last).trim() : null
}

function words(text: string, charsMax: number, language: string): string {
  const window = text.slice(0, charsMax * 2)
  const kept = within(window, charsMax, new Intl.Segmenter(language, { granularity: 'word' }))
  const trimmed = kept.replace(/[\s\p{P}]+$/u, '')
  if (trimmed !== '') return trimmed
  return within(window, charsMax, new Intl.Segmenter(language, { granularity: 'grapheme' }))
}

function within(text: string, charsMax: number, segmenter: Intl.Segmenter): string {
  let kept = ''
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > charsMax) break
    kept += segment
  }
  return kept
}
