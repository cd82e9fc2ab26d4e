import { cleanText } from '../../shared/text.ts'
import { isPrice } from '../page-reader/is-price.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { trimSeparators } from '../page-reader/page-title.ts'
import { drawableWords } from './drawable-words.ts'
import { wordsOf } from './is-alike.ts'
import { isUnfit } from './is-unfit.ts'
import { captionCharsGoal, type Claim, leansBack, sectionClaims } from './section-claims.ts'
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

const sourceCharsMax = 1000
const sentenceWordsMin = 3
const captionCharsMin = 28
const sentenceCharsGoal = 130

/** Every line of a page that could be a scene, in page order; those cut from longer ones are worth less. */
export function pageLines(page: PageText): PageLine[] {
  const keywords = wordsOf(`${page.title} ${page.description}`)
  const items = new Set(page.listItems)
  const claims = page.sections.flatMap((section) =>
    sectionClaims(section, (text) => items.has(text)),
  )
  const lines: PageLine[] = []
  for (const claim of claims) {
    const line = lineOf(claim, page, { keywords, order: lines.length })
    if (line !== null) lines.push(line)
  }
  return lines
}

function lineOf(
  claim: Claim,
  page: PageText,
  { keywords, order }: { keywords: ReadonlySet<string>; order: number },
): PageLine | null {
  const source = cleanText(claim.source)
  const whole = trimSeparators(drawableWords(source))
  const caption = shortenText(whole, captionCharsGoal, page.language)
  if (!/\p{L}{2}/u.test(caption) || source.length > sourceCharsMax || isUnfit(whole)) return null
  if (isRemnant(whole, source) || isPrice(whole)) return null
  const support = trimSeparators(drawableWords(claim.support))
  const figure = tellingFigure(caption)
  const worth = worthOf(whole, { support, keywords, order, figure }) + claim.bonus
  return { caption, support, source, order, worth, figure }
}

// A sentence that was mostly emoji says nothing without them.
function isRemnant(whole: string, source: string): boolean {
  const wordCount = whole.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return whole.length < source.length && /[.!?…]$/u.test(whole) && wordCount < sentenceWordsMin
}

function worthOf(
  text: string,
  about: { support: string; keywords: ReadonlySet<string>; order: number; figure: number },
): number {
  const shared = [...wordsOf(text)].filter((word) => about.keywords.has(word)).length
  const isShouting = text === text.toUpperCase() && /\p{Lu}{4}/u.test(text)
  return (
    fitOf(text, about) +
    Math.min(2, shared) * 0.75 +
    2 / (1 + about.order / 4) -
    (leansBack(text) ? 2 : 0) -
    (text.endsWith('?') ? 1 : 0) -
    (isShouting ? 2 : 0)
  )
}

function fitOf(text: string, { support, figure }: { support: string; figure: number }): number {
  if (support !== '') return 3
  if (text.length < captionCharsMin) return figure > 1 ? 2 : -1.5
  if (text.length <= captionCharsGoal) return 3
  return text.length <= sentenceCharsGoal ? 0.5 : -1
}
