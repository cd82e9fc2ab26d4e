import { Parser } from 'htmlparser2'
import { type Attributes, isBoilerplate } from './is-boilerplate.ts'

export type Block = {
  kind: BlockKind
  text: string
  /** Characters of the text that are inside links. */
  linkChars: number
  isInMain: boolean
  isInArticle: boolean
}
type BlockKind = 'text' | 'heading' | 'item' | 'quote' | 'cite'

export type ScannedHtml = {
  /** The `lang` attribute of the page. */
  lang: string
  title: string
  /** The address the page gives as its own. */
  canonical: string
  /** Contents of `<meta>` by lower-case name or property; the first one wins. */
  meta: Map<string, string>
  jsonLd: string[]
  blocks: Block[]
  articleCount: number
  scriptCount: number
}

type Frame = {
  tag: string
  isSilent: boolean
  isLink: boolean
  kind: BlockKind
  isInMain: boolean
  isInArticle: boolean
  isLine: boolean
  hasQuote: boolean
}

// Limits that no page for people comes near. Browsers stop nesting at 512 elements too.
const depthMax = 512
const textCharsMax = 100_000
const blocksMax = 4000
const scriptCharsMax = 256 * 1024

const lineTags = new Set(
  `a abbr b bdi bdo big cite code del dfn em font i img ins kbd mark q s samp small span strike strong
   sub sup td th time tt u var wbr`.split(/\s+/),
)
const headingTag = /^h[1-6]$/

/**
 * Reads the text blocks and declarations of a page in one pass without building a tree, so that time
 * and memory grow with the size of the page only. `isStrict` leaves boilerplate out.
 */
export function scanHtml(html: string, options: { isStrict: boolean }): ScannedHtml {
  return new HtmlScanner(options.isStrict).scan(html)
}

class HtmlScanner {
  readonly #page: ScannedHtml = {
    lang: '',
    title: '',
    canonical: '',
    meta: new Map(),
    jsonLd: [],
    blocks: [],
    articleCount: 0,
    scriptCount: 0,
  }
  readonly #isStrict: boolean
  readonly #frames: Frame[] = [{ ...outermost }]
  readonly #parser: Parser
  #text = ''
  #linkChars = 0
  #runChars = 0
  #hasClosedLine = false
  #textChars = 0
  #capture: 'title' | 'jsonLd' | null = null

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict
    this.#parser = new Parser({
      onopentag: (tag, attributes) => this.#open(tag, attributes),
      onclosetag: (tag) => this.#close(tag),
      ontext: (text) => this.#read(text),
    })
  }

  scan(html: string): ScannedHtml {
    this.#parser.write(html)
    this.#parser.end()
    this.#endBlock()
    return this.#page
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? outermost
  }

  #open(tag: string, attributes: Attributes): void {
    this.#declare(tag, attributes)
    const frame = this.#frameFor(tag, attributes)
    if (tag === 'br') this.#text += '\n'
    else if (frame.isLine) this.#separateRuns()
    else this.#endBlock()
    if (voidTags.has(tag)) return
    this.#frames.push(frame)
    if (this.#frames.length > depthMax) this.#parser.pause()
  }

  #declare(tag: string, attributes: Attributes): void {
    const page = this.#page
    if (tag === 'html') page.lang ||= attributes.lang ?? attributes['xml:lang'] ?? ''
    if (tag === 'article') page.articleCount += 1
    if (tag === 'title' && page.title === '' && !this.#isInDrawing()) this.#capture = 'title'
    if (tag === 'script') {
      const isJsonLd = /ld\+json/i.test(attributes.type ?? '')
      if (isJsonLd) page.jsonLd.push('')
      else page.scriptCount += 1
      this.#capture = isJsonLd ? 'jsonLd' : null
    }
    if (tag === 'link' && attributes.rel === 'canonical') page.canonical ||= attributes.href ?? ''
    const name = (attributes.property ?? attributes.name ?? attributes['http-equiv'])?.toLowerCase()
    if (tag !== 'meta' || name === undefined || page.meta.has(name)) return
    page.meta.set(name, attributes.content ?? '')
  }

  #isInDrawing(): boolean {
    return this.#frames.some((frame) => frame.tag === 'svg')
  }

  #frameFor(tag: string, attributes: Attributes): Frame {
    const parent = this.#frame
    const kind = kindOf(tag, parent)
    if (tag === 'blockquote') parent.hasQuote = true
    return {
      tag,
      kind,
      isSilent: parent.isSilent || this.#isSilent(tag, attributes),
      isLink: parent.isLink || tag === 'a',
      isInMain: parent.isInMain || tag === 'main' || attributes.role === 'main',
      isInArticle: parent.isInArticle || tag === 'article',
      isLine: lineTags.has(tag) && !(tag === 'cite' && kind === 'cite'),
      hasQuote: false,
    }
  }

  #isSilent(tag: string, attributes: Attributes): boolean {
    if (tag === 'footer' && this.#frame.kind === 'quote') return false
    if (tag === 'figcaption') return !this.#frame.hasQuote
    return this.#isStrict ? isBoilerplate(tag, attributes) : hardSilentTags.has(tag)
  }

  #close(tag: string): void {
    if (tag === 'title' || tag === 'script') this.#capture = null
    if (this.#frame.tag !== tag) return
    if (this.#frame.isLine) this.#hasClosedLine = true
    else this.#endBlock()
    if (tag === 'td' || tag === 'th') this.#text += ' '
    if (this.#frames.length > 1) this.#frames.pop()
  }

  #read(read: string): void {
    if (this.#capture !== null) return this.#keepCaptured(read)
    if (this.#frame.isSilent) return
    const text = read.slice(0, textCharsMax - this.#textChars)
    if (this.#hasClosedLine) this.#runChars = 0
    this.#hasClosedLine = false
    this.#runChars += text.trim().length
    this.#text += text.replaceAll(/[\r\n\t\f]+/g, ' ')
    if (this.#frame.isLink) this.#linkChars += text.length
    this.#textChars += text.length
    if (this.#textChars >= textCharsMax) this.#parser.pause()
  }

  #keepCaptured(text: string): void {
    const { jsonLd } = this.#page
    const last = jsonLd.length - 1
    if (this.#capture === 'title') this.#page.title = (this.#page.title + text).slice(0, 1000)
    else if ((jsonLd[last] ?? '').length < scriptCharsMax)
      jsonLd[last] = `${jsonLd[last] ?? ''}${text}`
  }

  // `<b>98%</b><span>kept</span>` is drawn apart, `<b>W</b><i>ord</i>` is not.
  #separateRuns(): void {
    if (this.#hasClosedLine && this.#runChars > 1) this.#text += ' '
    this.#hasClosedLine = false
    this.#runChars = 0
  }

  #endBlock(): void {
    const { kind, isInMain, isInArticle } = this.#frame
    for (const part of this.#text.split(/\n\s*\n/)) {
      const text = part.trim()
      if (text === '') continue
      const linkChars = Math.min(this.#linkChars, text.length)
      this.#page.blocks.push({ kind, text, linkChars, isInMain, isInArticle })
    }
    if (this.#page.blocks.length > blocksMax) this.#parser.pause()
    this.#text = ''
    this.#linkChars = 0
    this.#runChars = 0
    this.#hasClosedLine = false
  }
}

const outermost: Frame = {
  tag: '',
  isSilent: false,
  isLink: false,
  kind: 'text',
  isInMain: false,
  isInArticle: false,
  isLine: false,
  hasQuote: false,
}

const voidTags = new Set(
  `area base basefont br col command embed frame hr img input isindex keygen link meta param source
   track wbr`.split(/\s+/),
)
const hardSilentTags = new Set(
  'button head iframe math noscript object option script select style svg template textarea'.split(
    ' ',
  ),
)

function kindOf(tag: string, parent: Frame): BlockKind {
  if (headingTag.test(tag)) return 'heading'
  if (tag === 'blockquote') return 'quote'
  if (parent.kind === 'quote') return tag === 'footer' || tag === 'cite' ? 'cite' : 'quote'
  if (tag === 'figcaption') return 'cite'
  if (tag === 'li' || tag === 'dd') return 'item'
  return parent.kind === 'heading' || parent.kind === 'item' || parent.kind === 'cite'
    ? parent.kind
    : 'text'
}
