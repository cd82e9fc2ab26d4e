import { cleanText } from '../../shared/text.ts'
import type { PageText } from '../page-reader/page-text.ts'
import type { SceneDraft } from './finish-scenes.ts'
import { pageCorpus } from './page-corpus.ts'

const sourceCharsMin = 10
const sourceCharsMax = 1000

/**
 * Holds scenes against the page they claim to tell about. A source that the page does not contain is
 * taken away; so is a scene whose figures stand neither in its source nor in the page's name.
 */
export function groundScenes(scenes: readonly SceneDraft[], page: PageText): SceneDraft[] {
  const said = comparable(pageCorpus(page))
  return scenes
    .map((scene) => withTrueSource(scene, said))
    .filter(({ caption, source }) => caption !== '' && hasTrueFigures(caption, source, page))
    .map((scene) => withTrueNarration(scene, page))
}

function withTrueNarration(scene: SceneDraft, page: PageText): SceneDraft {
  return hasTrueFigures(scene.narration, scene.source, page) ? scene : { ...scene, narration: '' }
}

function withTrueSource(scene: SceneDraft, said: string): SceneDraft {
  const source = scene.source === null ? '' : cleanText(scene.source)
  const isTrue =
    source.length >= sourceCharsMin &&
    source.length <= sourceCharsMax &&
    said.includes(comparable(source))
  if (isTrue && (scene.kind !== 'quote' || isQuoted(scene.caption, source)))
    return { ...scene, source }
  const needsSource = scene.kind === 'quote' || scene.kind === 'number'
  return { ...scene, kind: needsSource ? 'point' : scene.kind, source: isTrue ? source : null }
}

// Words in a quotation must be somebody's own, up to a cut at either end.
function isQuoted(caption: string, source: string): boolean {
  return comparable(source).includes(comparable(caption.replaceAll(/^…|…$/gu, '')))
}

function hasTrueFigures(text: string, source: string | null, page: PageText): boolean {
  const known = new Set(figuresOf(`${source ?? ''} ${page.title} ${page.siteName} ${page.host}`))
  return figuresOf(text).every((figure) => known.has(figure))
}

// 4,200 and 4.200 are one figure in two languages, whatever digits it is written in.
function figuresOf(text: string): string[] {
  const figures = westernDigits(text).match(/\d+(?:[.,\u066b\u066c\u00a0\u202f'’]\d+)*/gu) ?? []
  return figures.map((figure) => figure.replaceAll(/\D/g, ''))
}

function westernDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  )
}

function comparable(text: string): string {
  return cleanText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[“”„«»"‘’‚']/gu, "'")
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s'.…]+|[\s'.…]+$/gu, '')
}
