import { parsePageAddress } from '../../shared/page-address.ts'
import { assemblePage } from './assemble-page.ts'
import { brandColor } from './brand-color.ts'
import { callToAction } from './call-to-action.ts'
import { copyrightName } from './copyright-name.ts'
import { decodePage } from './decode-page.ts'
import { jsonLdFacts } from './json-ld-facts.ts'
import { pageFromText } from './page-from-text.ts'
import { type PageReading, refusePage } from './page-text.ts'
import { realHeadline } from './page-title.ts'
import { type Block, type ScannedHtml, scanHtml } from './scan-html.ts'
import { guessSiteName } from './site-name.ts'

const mainCharsMin = 200
const shellCharsMax = 100
const linkShareMax = 0.6
const feed = /^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:rss|feed|rdf:rdf|urlset|sitemapindex)\b/i

/**
 * Reads what a fetched or uploaded page says, without its navigation, notices and scripts. `url` is
 * null for a file that has no address.
 */
export function readPage(source: {
  bytes: Uint8Array
  contentType: string
  url: string | null
}): PageReading {
  const text = decodePage(source.bytes, source.contentType)
  const host = source.url === null ? '' : hostOf(source.url)
  if (/^\s*text\/plain/i.test(source.contentType)) return pageFromText(text, undefined, host)
  if (!isHtml(text)) return refusePage('page_not_html')
  const page = scanPage(text)
  if (isScriptShell(text, page)) return refusePage('page_needs_javascript')
  return assemble(page, host === '' ? statedHost(page) : host)
}

function hostOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

function isHtml(text: string): boolean {
  const start = text.slice(0, 1024)
  if (start.includes('\u0000') || /^\s*%PDF-/.test(start)) return false
  if (/<html|<!doctype html/i.test(start)) return true
  return !/^\s*[[{]/.test(start) && !feed.test(start)
}

// A page that hides all its text behind names we take for boilerplate is read again without them.
function scanPage(text: string): ScannedHtml {
  const strict = scanHtml(text, { isStrict: true })
  if (charsOf(strict.blocks) >= mainCharsMin) return strict
  const whole = scanHtml(text, { isStrict: false })
  return charsOf(whole.blocks) > 2 * charsOf(strict.blocks) + mainCharsMin ? whole : strict
}

function charsOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.text.length, 0)
}

function isScriptShell(text: string, page: ScannedHtml): boolean {
  const chars = charsOf(page.blocks)
  if (page.scriptCount === 0 || chars >= shellCharsMax) return false
  const hasMount = /\bid=["']?(?:root|app|__next|__nuxt|react-root|main-app|svelte)\b/i.test(text)
  return chars === 0 || hasMount || /<noscript[^>]{0,200}>[^<]{0,200}javascript/i.test(text)
}

// An uploaded file has no address but the one it states itself.
function statedHost(page: ScannedHtml): string {
  const address = parsePageAddress(page.canonical || (page.meta.get('og:url') ?? ''))
  return address.ok ? hostOf(address.url.href) : ''
}

function assemble(page: ScannedHtml, host: string): PageReading {
  const facts = jsonLdFacts(page.jsonLd)
  const meta = (...names: string[]) => firstText(names.map((name) => page.meta.get(name)))
  const title = firstText([meta('og:title'), page.title, facts.title, meta('twitter:title')])
  const siteName = firstText([
    meta('og:site_name', 'application-name'),
    facts.siteName,
    siteNameOf(page, { host, sharedTitle: meta('og:title') }),
  ])
  return assemblePage({
    title: bestTitle(title, realHeadline(page.mainHeadings, siteName)),
    description: firstText([meta('description', 'og:description'), facts.description]),
    siteName,
    declaredLanguage: page.lang || meta('content-language', 'og:locale'),
    brandColor: brandColor(meta('theme-color', 'msapplication-tilecolor')),
    host,
    callToAction: callToAction(page),
    blocks: mainBlocks(page).filter((block) => !isLinkList(block)),
  })
}

function siteNameOf(
  page: ScannedHtml,
  { host, sharedTitle }: { host: string; sharedTitle: string },
): string {
  return guessSiteName({
    title: page.title || sharedTitle,
    host,
    copyright: copyrightName(page.copyright),
    headline: page.mainHeadings[0] ?? sharedTitle,
  })
}

// The headline is written for readers, the title for search engines, unless it only says more.
function bestTitle(title: string, headline: string | undefined): string {
  return headline === undefined || title.startsWith(`${headline} –`) ? title : headline
}

function firstText(texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? ''
}

function mainBlocks({ blocks, articleCount }: ScannedHtml): readonly Block[] {
  const inMain = blocks.filter((block) => block.isInMain)
  if (charsOf(inMain) >= mainCharsMin) return inMain
  const inArticle = blocks.filter((block) => block.isInArticle)
  return articleCount === 1 && charsOf(inArticle) >= mainCharsMin ? inArticle : blocks
}

function isLinkList(block: Block): boolean {
  return block.kind !== 'heading' && block.linkChars > block.text.length * linkShareMax
}
