import type { PageText } from '../page-reader/page-text.ts'
import { trimSeparators } from '../page-reader/page-title.ts'
import { isTaken, type Telling } from './best-points.ts'
import { callWords } from './call-words.ts'
import { drawableWords } from './drawable-words.ts'
import type { PageLine } from './page-lines.ts'
import { captionCharsGoal } from './section-claims.ts'
import { shortenText } from './shorten-text.ts'

const siteNameCharsMax = 40
const headlineCharsMax = 60

/**
 * Ends scenes with a call: what the page's own button asks for, else where to read more. A text
 * without any site ends with its last words that were not told, else its headline, else its last
 * point; a single sentence stays alone.
 */
export function withClose(
  told: readonly Telling[],
  { page, lines }: { page: PageText; lines: readonly PageLine[] },
): Telling[] {
  const call = actionOf(page) ?? readMore(page) ?? lastWords(lines, told) ?? headlineOf(page)
  if (call !== null) return [...told, { kind: 'call', narration: '', ...call }]
  const last = told.at(-1)
  const isPoint = told.length > 1 && last?.kind === 'point'
  return isPoint ? [...told.slice(0, -1), { ...last, kind: 'call' }] : [...told]
}

type Call = Pick<Telling, 'caption' | 'source'>

function actionOf(page: PageText): Call | null {
  const action = drawableWords(page.callToAction)
  return action === '' ? null : { caption: action, source: action }
}

function readMore(page: PageText): Call | null {
  const name = drawableWords(page.siteName)
  const site = name !== '' && name.length <= siteNameCharsMax ? name : drawableWords(page.host)
  if (site === '') return null
  const caption = shortenText(callWords(site, page.language), captionCharsGoal, page.language)
  return { caption, source: null }
}

function lastWords(lines: readonly PageLine[], told: readonly Telling[]): Call | null {
  const last = lines.findLast((line) => isClosing(line) && !isTaken(line.caption, told))
  return last === undefined ? null : { caption: last.caption, source: last.source }
}

function isClosing({ caption, figure }: PageLine): boolean {
  return figure === 0 && /[.!]$/u.test(caption)
}

function headlineOf(page: PageText): Call | null {
  const caption = trimSeparators(drawableWords(page.title))
  const isHeadline = page.headings.includes(page.title) && caption.length <= headlineCharsMax
  return isHeadline && caption !== '' ? { caption, source: page.title } : null
}
