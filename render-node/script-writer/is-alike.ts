const likenessMax = 0.5
// Lines of one list share their words and differ in their figures.
const likenessMaxOfFigures = 0.75
const wordsMin = 2

/** True when two texts say the same or share most of their words. */
export function isAlike(one: string, other: string): boolean {
  if (one === '' || other === '') return false
  if (one.includes(other) || other.includes(one)) return true
  const [words, otherWords] = [wordsOf(one), wordsOf(other)]
  const shared = [...words].filter((word) => otherWords.has(word)).length
  const shareMax = sameFigures(one, other) ? likenessMax : likenessMaxOfFigures
  return shared > shareMax * Math.max(wordsMin, Math.min(words.size, otherWords.size))
}

/** True when a text adds nothing to a caption, or names the same figure again. */
export function repeatsCaption(text: string, caption: string): boolean {
  const figures = new Set(figuresOf(caption))
  return isAlike(text, caption) || figuresOf(text).some((figure) => figures.has(figure))
}

/** The words of a text that carry meaning. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))
}

function sameFigures(one: string, other: string): boolean {
  const [few, many] = [figuresOf(one), figuresOf(other)].toSorted((a, b) => a.length - b.length)
  return (few ?? []).length > 0
    ? (few ?? []).some((figure) => (many ?? []).includes(figure))
    : (many ?? []).length === 0
}

function figuresOf(text: string): string[] {
  return text.match(/\p{Nd}[\p{Nd}.,]*\p{Nd}/gu) ?? []
}
