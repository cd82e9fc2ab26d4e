import { Parser } from 'htmlparser2'
import { type Control, ControlReader } from './control-reader.ts'
import { isCopyright } from './copyright-name.ts'
import {
  type BlockKind,
  type Frame,
  hardSilentTags,
  kindOf,
  lineTags,
  outermostFrame,
  voidTags,
} from './html-frame.ts'
import { type Attributes, isBoilerplate } from './is-boilerplate.ts'
import { cellEnd, rowTexts } from './row-texts.ts'

export type Block = {
  kind: BlockKind
  text: string
  /** Characters of the text that are inside links. */
  linkChars: number
  isInMain: boolean
  isInArticle: boolean
}

export type ScannedHtml = {
  /** The `lang` attribute of the page. */
  lang: string
  title: string
  /** The address the page gives as its own. */
  canonical: string
  /** Contents of `<meta>` by lower-case name or property; the first one wins. */
  meta: Map<string, string>
  jsonLd: string[]
  /** The texts of `<h1>`. */
  mainHeadings: string[]
  controls: Control[]
  /** The last copyright notice, wherever it stands. */
  copyright: string
  blocks: Block[]
  articleCount: number
  scriptCount: number
}

// Limits that no page for people comes near. Browsers stop nesting at 512 elements too.
const depthMax = 512
const textCharsMax = 100_000
const blocksMax = 4000
const noticeCharsMax = 200
const scriptCharsMax = 256 * 1024

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
    mainHeadings: [],
    controls: [],
    copyright: '',
    blocks: [],
    articleCount: 0,
    scriptCount: 0,
  }
  readonly #isStrict: boolean
  readonly #frames: Frame[] = [{ ...outermostFrame }]
  readonly #parser: Parser
  readonly #controls = new ControlReader()
  #text = ''
  #notice = ''
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
    this.#page.controls = this.#controls.controls
    return this.#page
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? outermostFrame
  }

  #open(tag: string, attributes: Attributes): void {
    this.#declare(tag, attributes)
    const frame = this.#frameFor(tag, attributes)
    if (tag === 'br') this.#text += '\n'
    else if (frame.isLine) this.#separateRuns()
    else this.#endBlock()
    if (voidTags.has(tag)) return
    this.#controls.open(frame, this.#frame, attributes)
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

  #isInMainHeading(): boolean {
    return this.#frames.some((frame) => frame.tag === 'h1')
  }

  #frameFor(tag: string, attributes: Attributes): Frame {
    const parent = this.#frame
    const kind = kindOf(tag, parent)
    if (tag === 'blockquote') parent.hasQuote = true
    if (tag === 'td') parent.hasCell = true
    return {
      tag,
      kind,
      isSilent: parent.isSilent || this.#isSilent(tag, attributes),
      isLink: parent.isLink || tag === 'a',
      isInMain: parent.isInMain || tag === 'main' || attributes.role === 'main',
      isInArticle: parent.isInArticle || tag === 'article',
      isLine: lineTags.has(tag) && !(tag === 'cite' && kind === 'cite'),
      isInForm: parent.isInForm || tag === 'form',
      hasQuote: false,
      hasCell: false,
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
    this.#controls.close(this.#frame)
    if (tag === 'tr' && !this.#frame.hasCell) this.#text = ''
    if (this.#frame.isLine) this.#hasClosedLine = true
    else this.#endBlock()
    if (tag === 'td' || tag === 'th') this.#text += cellEnd
    if (this.#frames.length > 1) this.#frames.pop()
  }

  #read(read: string): void {
    if (this.#capture !== null) return this.#keepCaptured(read)
    this.#controls.read(read)
    this.#readNotice(read)
    if (this.#frame.isSilent) return
    const text = read.slice(0, textCharsMax - this.#textChars)
    if (this.#hasClosedLine) this.#runChars = 0
    this.#hasClosedLine = false
    this.#runChars += text.trim().length
    this.#text += text.replaceAll(/[\r\n\t\v\f]+/g, ' ')
    if (this.#frame.isLink) this.#linkChars += text.length
    this.#textChars += text.length
    if (this.#textChars >= textCharsMax) this.#parser.pause()
  }

  #readNotice(text: string): void {
    if (this.#notice === '' && (hardSilentTags.has(this.#frame.tag) || !isCopyright(text))) return
    if (this.#notice.length < noticeCharsMax) this.#notice += text.slice(0, noticeCharsMax)
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
    const texts = this.#text.split(/\n\s*\n/).flatMap(rowTexts)
    for (const text of texts) {
      if (kind === 'heading' && this.#isInMainHeading()) this.#page.mainHeadings.push(text)
      const linkChars = Math.min(this.#linkChars, text.length)
      this.#page.blocks.push({ kind, text, linkChars, isInMain, isInArticle })
    }
    if (this.#page.blocks.length > blocksMax) this.#parser.pause()
    this.#page.copyright = this.#notice || this.#page.copyright
    this.#notice = ''
    this.#text = ''
    this.#linkChars = 0
    this.#runChars = 0
    this.#hasClosedLine = false
  }
}
