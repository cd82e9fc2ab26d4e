import { cleanText } from '../../shared/text.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { drawableWords } from './drawable-words.ts'
import { shortenText } from './shorten-text.ts'
import { tellingFigure } from './telling-figure.ts'

/** Something a page says that could be a scene. */
export type PageLine = {
  caption: string
  /** A sentence that carries the caption further; empty without one. */
  support: string
  /** The words of the page that the caption was taken from, as they stand there. */
  source: string
  /** Place on the page. */
  order: number
  /** How well the line would do as a scene. */
  worth: number
  figure: number
}

export const captionCharsGoal = 90
const supportCharsMax = 110
const sourceCharsMax = 1000

/** Every line of a page that could be a scene, in page order; those cut from longer ones are worth less. */
export function pageLines(page: PageText): PageLine[] {
  const keywords = wordsOf(`${page.title} ${page.description}`)
  const lines: PageLine[] = []
  for (const { heading, texts } of page.sections) {
    const support = texts.find((text) => isSupport(text)) ?? ''
    const add = (source: string, extra: { support: string; bonus: number }) => {
      const line = lineOf(source, page, { ...extra, keywords, order: lines.length })
      if (line !== null) lines.push(line)
    }
    if (isTellingHeading(heading)) add(heading, { support, bonus: support === '' ? 0 : 3 })
    for (const text of texts) add(text, { support: '', bonus: 0 })
  }
  return lines
}

/** The words of a text that carry meaning, for telling whether two lines say the same. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))
}

function isSupport(text: string): boolean {
  return text.length >= 20 && text.length <= supportCharsMax && !leansBack.test(text)
}

// One word, or two that name a kind of section, promise nothing.
function isTellingHeading(heading: string): boolean {
  const wordCount = heading.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return wordCount >= 3 && heading.length <= captionCharsGoal && !generalHeading.test(heading)
}

const generalHeading =
  /^(?:about|from the|our (?:story|menu|team|services|products)|what (?:our|people)|frequently|get in|how (?:it|to)|contact|opening|why (?:us|choose)|related|latest)\b/iu

function lineOf(
  text: string,
  page: PageText,
  about: { support: string; bonus: number; keywords: ReadonlySet<string>; order: number },
): PageLine | null {
  const source = cleanText(text)
  const whole = drawableWords(source)
  const caption = shortenText(whole, captionCharsGoal, page.language)
  if (!/\p{L}{2}/u.test(caption) || source.length > sourceCharsMax || isUnfit(whole)) return null
  const { support, order } = about
  const worth = worthOf(whole, { support, keywords: about.keywords, order }) + about.bonus
  return {
    caption,
    support: drawableWords(support),
    source,
    order,
    worth,
    figure: tellingFigure(caption),
  }
}

// Addresses, numbers to call and prices of a list belong on the page, not in a scene.
function isUnfit(text: string): boolean {
  return (
    /@\w|https?:|www\.|\+\d{2}|\d{3}[-\s]\d{3}|\d{1,2}:\d{2}/u.test(text) ||
    /[:：]$|^\p{P}*(?:by|von|par|foto|photo|source)\b/iu.test(text)
  )
}

const leansBack =
  /^(?:it|this|that|these|those|they|he|she|but|and|or|so|however|because|also|then|there|which|bu|şu|ama|ve|ancak|das|dies|aber|und|oder|mais|et|cela|pero|y|esto|ma|e|mas|isso|и|но|это|זה|אבל|וגם|هذا|لكن)(?![\p{L}\p{N}])/iu

function worthOf(
  text: string,
  about: { support: string; keywords: ReadonlySet<string>; order: number },
): number {
  const length = text.length
  const fit =
    about.support !== ''
      ? 3
      : length < 28
        ? -1.5
        : length <= captionCharsGoal
          ? 3
          : length <= 130
            ? 0.5
            : -1
  const shared = [...wordsOf(text)].filter((word) => about.keywords.has(word)).length
  const isShouting = text === text.toUpperCase() && /\p{Lu}{4}/u.test(text)
  return (
    fit +
    Math.min(2, shared) * 0.75 +
    2 / (1 + about.order / 4) -
    (leansBack.test(text) ? 2 : 0) -
    (text.endsWith('?') ? 1 : 0) -
    (isShouting ? 2 : 0)
  )
}
