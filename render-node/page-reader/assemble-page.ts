import { cleanText } from '../../shared/text.ts'
import { isBoilerplateHeading, isBoilerplateText } from './boilerplate-text.ts'
import { isPrice } from './is-price.ts'
import { joinFigures, type TextBlock } from './join-figures.ts'
import { pageLanguage } from './page-language.ts'
import {
  type PageReading,
  type PageText,
  type Quote,
  refusePage,
  type Section,
} from './page-text.ts'
import { pageTitle } from './page-title.ts'
import { splitSentences } from './split-sentences.ts'

export type PageMaterial = {
  title: string
  description: string
  siteName: string
  /** What the page declares or its owner says, as a BCP 47 tag; empty when unknown. */
  declaredLanguage: string
  brandColor: string | null
  host: string
  callToAction: string
  blocks: readonly TextBlock[]
}

const titleCharsMax = 200
const headingCharsMax = 200
const descriptionCharsMax = 600
const siteNameCharsMax = 60
const partsMax = { headings: 60, sentences: 400, listItems: 120, quotes: 20, sections: 60 }
const quoted = /^[“"„«'‘”](.{12,400})[”"“»'’]$/su

/** Makes one page text of what was found, or says why nothing can be made of it. */
export function assemblePage(material: PageMaterial): PageReading {
  const blocks = joinFigures(cleanBlocks(material.blocks))
  const everything = [material.title, material.description, ...blocks.map(({ text }) => text)]
  const language = pageLanguage(material.declaredLanguage, everything.join('\n'))
  if (language === null) return refusePage('language_not_supported')
  const description = cleanText(material.description).slice(0, descriptionCharsMax).toWellFormed()
  const found = partsOf(blocks, language)
  const parts = isBare(found) ? partsOf([{ kind: 'text', text: description }], language) : found
  if (isBare(parts)) return refusePage('page_empty')
  const siteName = cleanText(material.siteName).slice(0, siteNameCharsMax).toWellFormed().trim()
  const { brandColor, host, callToAction } = material
  const page = { ...parts, description, siteName, language, brandColor, host, callToAction }
  return { ok: true, page: { ...page, title: titleFor(material.title, page) } }
}

function isBare(parts: Parts): boolean {
  return Object.values(parts).every((texts) => texts.length === 0)
}

function cleanBlocks(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks
    .map(({ kind, text }) => ({ kind, text: cleanText(text) }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

type Parts = Pick<PageText, 'headings' | 'sentences' | 'listItems' | 'quotes' | 'sections'>

function partsOf(blocks: readonly TextBlock[], language: string): Parts {
  const parts: Parts = { headings: [], sentences: [], listItems: [], quotes: [], sections: [] }
  const seen = new Set<string>()
  for (const block of withoutUpkeep(blocks).filter((candidate) => !isQuote(candidate))) {
    const isShort = block.text.length <= headingCharsMax
    const isHeading = block.kind === 'heading' && isShort
    const isWhole = isHeading || (block.kind === 'item' && isShort)
    const candidates = isWhole ? [block.text] : splitSentences(block.text, language)
    const texts = candidates.filter((text) => isTelling(text) && isFirst(text, seen))
    if (texts.length === 0) continue
    if (isHeading) {
      parts.headings.push(...texts)
      parts.sections.push({ heading: block.text, texts: [] })
      continue
    }
    sectionFor(parts.sections).texts.push(...texts)
    parts[isWhole ? 'listItems' : 'sentences'].push(...texts)
  }
  return limited({ ...parts, quotes: quotesOf(blocks) })
}

// What stands under headings such as `Leave a comment`, up to the next heading.
function withoutUpkeep(blocks: readonly TextBlock[]): TextBlock[] {
  let isUpkeep = false
  const told = blocks.filter(({ kind, text }) => {
    if (kind === 'heading') isUpkeep = isBoilerplateHeading(text)
    return !isUpkeep
  })
  return told.length > 0 ? told : [...blocks]
}

function isQuote({ kind, text }: TextBlock): boolean {
  return kind === 'quote' || kind === 'cite' || (kind !== 'heading' && quoted.test(text))
}

function sectionFor(sections: Section[]): Section {
  const last = sections.at(-1) ?? { heading: '', texts: [] }
  if (sections.length === 0) sections.push(last)
  return last
}

function limited(parts: Parts): Parts {
  return {
    headings: parts.headings.slice(0, partsMax.headings),
    sentences: parts.sentences.slice(0, partsMax.sentences),
    listItems: parts.listItems.slice(0, partsMax.listItems),
    quotes: parts.quotes.slice(0, partsMax.quotes),
    sections: parts.sections.slice(0, partsMax.sections),
  }
}

function quotesOf(blocks: readonly TextBlock[]): Quote[] {
  const quotes: Quote[] = []
  for (const [index, block] of blocks.entries()) {
    const { kind, text } = block
    if (kind === 'cite' || !isQuote(block) || isBoilerplateText(text)) continue
    const next = blocks[index + 1]
    const by = next?.kind === 'cite' ? next.text.replace(/^[—–\s-]+/u, '').slice(0, 80) : ''
    quotes.push({ text: text.replace(quoted, '$1').trim(), by: by.toWellFormed() })
  }
  return quotes.filter((quote) => quote.text.length <= 1000)
}

function isTelling(text: string): boolean {
  return (/\p{L}\p{M}*\p{L}/u.test(text) || isPrice(text)) && !isBoilerplateText(text)
}

function isFirst(text: string, seen: Set<string>): boolean {
  const key = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  if (seen.has(key)) return false
  seen.add(key)
  return true
}

function titleFor(given: string, page: Omit<PageText, 'title'>): string {
  const own = pageTitle(cleanText(given), page.siteName)
  const found = [own, page.headings[0], page.sentences[0], page.listItems[0], page.quotes[0]?.text]
  const title = found.find((text) => text !== undefined && text !== '') ?? page.host
  return title.slice(0, titleCharsMax).toWellFormed().trim()
}
