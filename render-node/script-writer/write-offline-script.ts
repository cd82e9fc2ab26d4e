import type { Language } from '../../shared/language.ts'
import type { Script } from '../../shared/script.ts'
import { cleanText } from '../../shared/text.ts'
import type { PageText, Quote } from '../page-reader/page-text.ts'
import { callWords } from './call-words.ts'
import { drawableWords } from './drawable-words.ts'
import { finishScenes, type SceneDraft } from './finish-scenes.ts'
import { captionCharsGoal, type PageLine, pageLines, wordsOf } from './page-lines.ts'
import { shortenText } from './shorten-text.ts'

const sceneCountGoal = 7
const pointsMax = 4
const siteNameCharsMax = 40
const supportCharsMax = 110
const nameCharsMax = 80
const pictureCharsMax = 400
const likenessMax = 0.5
const largeFigureCharsMax = 45

/**
 * Makes a script of at most seven scenes from the page's own words, without any model. Captions stay
 * in the language of the page; only the closing words are in the language asked for.
 */
export function writeOfflineScript(page: PageText, language: Language): { script: Script } {
  const lines = pageLines(page)
  const hook = hookOf(page, lines)
  const number = numberLine(lines, [hook.caption])
  const quote = quoteOf(page)
  const taken = [hook.caption, hook.narration, number?.caption ?? '', number?.support ?? '']
  const room = sceneCountGoal - 2 - (number === null ? 0 : 1) - (quote === null ? 0 : 1)
  const points = bestPoints(lines, { taken, countMax: Math.min(pointsMax, room) })
  const told = inPageOrder(points, number).map((line) =>
    sceneOf(line, isNumber(line, number) ? 'number' : 'point'),
  )
  const call = callOf(page, { language, lines, taken: [...taken, ...points.map((p) => p.caption)] })
  const drafts = [
    hook,
    ...told,
    ...(quote === null ? [] : [quote]),
    ...(call === null ? [] : [call]),
  ]
  const scenes = finishScenes(drafts.map((draft) => withPicture(draft, page)))
  return { script: { title: shortenText(hook.caption, 120, page.language), scenes } }
}

type Telling = Omit<SceneDraft, 'picturePrompt'>

function hookOf(page: PageText, lines: readonly PageLine[]): Telling {
  const isOnlyName = page.title.toLowerCase() === page.siteName.toLowerCase()
  const best = lines.toSorted((one, other) => other.worth - one.worth)[0]
  const titles = isOnlyName ? [page.description, best?.source, page.title] : [page.title]
  const sources = [...titles, best?.source, page.description, page.quotes[0]?.text, page.host]
  for (const source of sources) {
    const caption = captionOf(source ?? '', page)
    if (caption === '' || source === undefined) continue
    return {
      kind: 'hook',
      caption,
      narration: supportFor(caption, page),
      source: sourceOf(source),
    }
  }
  return { kind: 'hook', caption: '…', narration: '', source: null }
}

function sourceOf(text: string): string | null {
  return cleanText(text).slice(0, 1000).toWellFormed().trim() || null
}

function captionOf(text: string, page: PageText): string {
  return shortenText(drawableWords(text), captionCharsGoal, page.language)
}

// The page's own description says in one line what the title promises.
function supportFor(caption: string, page: PageText): string {
  const support = shortenText(drawableWords(page.description), supportCharsMax, page.language)
  return support.endsWith('…') || isAlike(support, caption) ? '' : support
}

function numberLine(lines: readonly PageLine[], taken: readonly string[]): PageLine | null {
  const telling = lines.filter((line) => line.figure > 1 && !isTaken(line, taken))
  return telling.toSorted((one, other) => figureWorth(other) - figureWorth(one))[0] ?? null
}

function figureWorth(line: PageLine): number {
  const cutLoss = line.caption.endsWith('…') ? 3 : 0
  return line.figure * 3 + line.worth - line.caption.length / 30 - cutLoss
}

function quoteOf(page: PageText): Telling | null {
  const fitting = page.quotes.filter(({ text }) => /(?:\p{L}+\P{L}+){3}/u.test(text))
  const short = fitting.find(({ text }) => text.length <= captionCharsGoal) ?? fitting[0]
  const caption = short === undefined ? '' : captionOf(short.text, page)
  return short === undefined || caption === ''
    ? null
    : { kind: 'quote', caption, narration: attributionOf(short), source: sourceOf(short.text) }
}

function attributionOf(quote: Quote): string {
  const name = drawableWords(quote.by).slice(0, nameCharsMax).toWellFormed().trim()
  return name === '' ? '' : `— ${name}`
}

function bestPoints(
  lines: readonly PageLine[],
  { taken, countMax }: { taken: readonly string[]; countMax: number },
): PageLine[] {
  const chosen: PageLine[] = []
  for (const line of lines.toSorted((one, other) => other.worth - one.worth)) {
    const told = [...taken, ...chosen.flatMap(({ caption, support }) => [caption, support])]
    if (chosen.length < countMax && !isTaken(line, told)) chosen.push(line)
  }
  return chosen
}

function isTaken(line: PageLine, told: readonly string[]): boolean {
  return told.some(
    (text) => isAlike(line.caption, text) || (line.support !== '' && line.support === text),
  )
}

function isAlike(one: string, other: string): boolean {
  if (one === '' || other === '') return false
  if (one.includes(other) || other.includes(one)) return true
  const [words, otherWords] = [wordsOf(one), wordsOf(other)]
  const shared = [...words].filter((word) => otherWords.has(word)).length
  return shared > likenessMax * Math.max(1, Math.min(words.size, otherWords.size))
}

function inPageOrder(points: readonly PageLine[], number: PageLine | null): PageLine[] {
  const all = number === null ? points : [...points, number]
  return all.toSorted((one, other) => one.order - other.order)
}

function isNumber(line: PageLine, number: PageLine | null): boolean {
  return line === number || (line.figure === 3 && line.caption.length <= largeFigureCharsMax)
}

function sceneOf(line: PageLine, kind: Telling['kind']): Telling {
  const { caption, source, support } = line
  return { kind, caption, narration: support, source }
}

function callOf(
  page: PageText,
  {
    language,
    lines,
    taken,
  }: { language: Language; lines: readonly PageLine[]; taken: readonly string[] },
): Telling | null {
  const name = drawableWords(page.siteName)
  const site = name !== '' && name.length <= siteNameCharsMax ? name : drawableWords(page.host)
  if (site !== '') {
    const caption = shortenText(callWords(site, language), captionCharsGoal, language)
    return { kind: 'call', caption, narration: '', source: null }
  }
  const last = lines.findLast((line) => !isTaken(line, taken) && !line.caption.endsWith('…'))
  return last === undefined ? null : { ...sceneOf(last, 'call'), narration: '' }
}

function withPicture(scene: Telling, page: PageText): SceneDraft {
  const about = drawableWords(page.siteName || page.title)
  const prompt = `A calm, bright photograph without any text, about: ${scene.caption} (${about})`
  return { ...scene, picturePrompt: prompt.slice(0, pictureCharsMax).toWellFormed() }
}
