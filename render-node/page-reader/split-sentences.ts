// People who type without capitals still end their sentences.
const smallSentenceEnd = /(?<=\p{L}{2}[.!?]+)\s+(?=\p{Ll})/u
const sentenceCharsMax = 600
// The segmenter's time grows with the square of a text's length, so it gets windows.
const windowCharsMax = 4000

// Words that end in a point in the middle of a sentence.
const abbreviation =
  /(?:^|[\s(„“"])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|vs|approx|ca|z\.\s?B|d\.\s?h|e\.\s?g|i\.\s?e|Bkz|Cad|Sok|Mah|Bulv|Blv|Apt|Tel|Mme|Mlle|Sra?|Dott|ul|т\.\s?е|г)\.$/u

/** The sentences of a text in its language; one that is far too long comes in pieces. */
export function splitSentences(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  const segments = cutAtSpaces(text, windowCharsMax).flatMap((window) =>
    /\p{Lu}/u.test(window)
      ? Array.from(segmenter.segment(window), ({ segment }) => segment.trim())
      : window.split(smallSentenceEnd),
  )
  return joinAbbreviations(segments).flatMap((sentence) => cutAtSpaces(sentence, sentenceCharsMax))
}

function joinAbbreviations(segments: readonly string[]): string[] {
  const sentences: string[] = []
  let open = ''
  for (const segment of segments) {
    open = open === '' ? segment : `${open} ${segment}`
    if (open.length < sentenceCharsMax && abbreviation.test(open.slice(-12))) continue
    sentences.push(open)
    open = ''
  }
  return open === '' ? sentences : [...sentences, open]
}

function cutAtSpaces(text: string, charsMax: number): string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > charsMax) {
    const space = text.lastIndexOf(' ', start + charsMax)
    const end = space > start ? space : start + charsMax
    pieces.push(text.slice(start, end))
    start = end
  }
  return [...pieces, text.slice(start)].map((piece) => piece.trim().toWellFormed()).filter(Boolean)
}
