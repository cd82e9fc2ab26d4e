import type { Language } from '../../shared/language.ts'
import type { Script } from '../../shared/script.ts'
import { cleanText } from '../../shared/text.ts'
import type { PageText, Quote } from '../page-reader/page-text.ts'
import { trimSeparators } from '../page-reader/page-title.ts'
import { bestPoints, isTaken, type Telling } from './best-points.ts'
import { withClose } from './with-close.ts'
import { drawableWords } from './drawable-words.ts'
import { finishScenes, type SceneDraft } from './finish-scenes.ts'
import { isAlike } from './is-alike.ts'
import { type PageLine, pageLines } from './page-lines.ts'
import { captionCharsGoal } from './section-claims.ts'
import { shortenText } from './shorten-text.ts'

const sceneCountGoal = 7
const pointsMax = 4
const supportCharsMax = 110
const openingWordsMin = 3
const nameCharsMax = 80
const pictureCharsMax = 400
const largeFigureCharsMax = 45

/**
 * Makes a script of at most seven scenes from the page's own words, without any model, and so in the
 * page's own language.
 */
export function writeOfflineScript(page: PageText): { script: Script; language: Language } {
  const { language } = page
  const lines = pageLines(page)
  const hook = hookOf(page, lines)
  const quote = quoteOf(page)
  const opened = [hook, ...(quote === null ? [] : [quote])]
  const number = numberLine(lines, opened)
  const room = sceneCountGoal - 1 - opened.length - (number === null ? 0 : 1)
  const told = number === null ? opened : [...opened, sceneOf(number, 'number')]
  const points = bestPoints(lines, { told, countMax: Math.min(pointsMax, room) })
  const body = inPageOrder(points, number).map((line) =>
    sceneOf(line, isNumber(line, number) ? 'number' : 'point'),
  )
  const drafts = withClose([hook, ...body, ...(quote === null ? [] : [quote])], { page, lines })
  const scenes = finishScenes(drafts.map((draft) => withPicture(draft, page)))
  return { script: { title: shortenText(hook.caption, 120, language), scenes }, language }
}

function hookOf(page: PageText, lines: readonly PageLine[]): Telling {
  const isOnlyName =
    page.title.toLowerCase() === page.siteName.toLowerCase() || /^\S+$/u.test(page.title)
  const best = bestOpening(lines)
  const titles = isOnlyName ? [page.description, best?.source, page.title] : [page.title]
  const sources = [...titles, best?.source, page.description, page.quotes[0]?.text, page.host]
  for (const source of sources) {
    const caption = captionOf(source ?? '', page)
    if (caption === '' || source === undefined) continue
    const narration = hookSupport(caption, page, lines)
    return { kind: 'hook', caption, narration, source: sourceOf(source) }
  }
  return { kind: 'hook', caption: '…', narration: '', source: null }
}

function bestOpening(lines: readonly PageLine[]): PageLine | undefined {
  const ranked = lines.toSorted((one, other) => other.worth - one.worth)
  return ranked.find(({ caption }) => caption.split(' ').length >= openingWordsMin) ?? ranked[0]
}

function sourceOf(text: string): string | null {
  return cleanText(text).slice(0, 1000).toWellFormed().trim() || null
}

function captionOf(text: string, page: PageText): string {
  return shortenText(trimSeparators(drawableWords(text)), captionCharsGoal, page.language)
}

// The page's own description says in one line what the title promises, else what stands under it.
function hookSupport(caption: string, page: PageText, lines: readonly PageLine[]): string {
  const whole = drawableWords(page.description)
  const description = shortenText(whole, supportCharsMax, page.language)
  const isFit = description !== '' && !description.endsWith('…') && !isAlike(description, caption)
  if (isFit) return description
  const support = lines.find((line) => line.caption === caption)?.support ?? ''
  const isOwnScene = lines.some((line) => line.caption === support)
  return isOwnScene || isAlike(support, caption) ? '' : support
}

function numberLine(lines: readonly PageLine[], told: readonly Telling[]): PageLine | null {
  const telling = lines.filter((line) => line.figure > 1 && !isTaken(line.caption, told))
  return telling.toSorted((one, other) => figureWorth(other) - figureWorth(one))[0] ?? null
}

function figureWorth(line: PageLine): number {
  const cutLoss = line.caption.endsWith('…') ? 3 : 0
  return line.figure * 3 + line.worth - line.caption.length / 30 - cutLoss
}

function quoteOf(page: PageText): Telling | null {
  const fitting = page.quotes.filter(({ text }) => /(?:\p{L}+\P{L}+){3}/u.test(text))
  const short = fitting.find(({ text }) => text.length <= captionCharsGoal) ?? fitting[0]
  const words = drawableWords(short?.text ?? '')
  const caption = shortenText(words, captionCharsGoal, page.language)
  return short === undefined || caption === ''
    ? null
    : { kind: 'quote', caption, narration: attributionOf(short), source: sourceOf(short.text) }
}

function attributionOf(quote: Quote): string {
  const name = drawableWords(quote.by).slice(0, nameCharsMax).toWellFormed().trim()
  return name === '' ? '' : `— ${name}`
}

function inPageOrder(points: readonly PageLine[], number: PageLine | null): PageLine[] {
  const all = number === null ? points : [...points, number]
  return all.toSorted((one, other) => one.order - other.order)
}

function isNumber(line: PageLine, number: PageLine | null): boolean {
  return line === number || (line.figure === 3 && line.caption.length <= largeFigureCharsMax)
}

function sceneOf({ caption, support, source }: PageLine, kind: Telling['kind']): Telling {
  return { kind, caption, narration: support, source }
}

function withPicture(scene: Telling, page: PageText): SceneDraft {
  const about = drawableWords(page.siteName || page.title)
  const prompt = `A calm, bright photograph without any text, about: ${scene.caption} (${about})`
  return { ...scene, picturePrompt: prompt.slice(0, pictureCharsMax).toWellFormed() }
}
