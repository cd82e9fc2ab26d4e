import type { Language } from '../../shared/language.ts'
import { assemblePage } from './assemble-page.ts'
import type { TextBlock } from './join-figures.ts'
import { type PageReading, refusePage } from './page-text.ts'

const headingCharsMax = 90
const textCharsMax = 100_000
const marks = [
  { kind: 'heading', mark: /^#{1,6}\s+/ },
  { kind: 'quote', mark: /^>\s*/ },
  { kind: 'item', mark: /^(?:[-*•–]|\d{1,2}[.)])\s+/u },
] as const

/**
 * Reads plain text as a page: paragraphs, lists and quotes as people type them; a short paragraph
 * without a full stop is a heading. `host` is empty for text that has no address.
 */
export function pageFromText(text: string, language?: Language, host = ''): PageReading {
  const start = text.slice(0, textCharsMax).replaceAll(/\r\n?/g, '\n')
  if (start.slice(0, 1024).includes('\u0000')) return refusePage('page_not_html')
  const paragraphs = start.split(/\n[^\S\n]*\n\s*/)
  return assemblePage({
    title: '',
    description: '',
    siteName: '',
    declaredLanguage: language ?? '',
    brandColor: null,
    host,
    callToAction: '',
    blocks: paragraphs.flatMap(blocksOf),
  })
}

function blocksOf(paragraph: string): TextBlock[] {
  const lines = paragraph.split('\n').map((line) => line.trim())
  const blocks: TextBlock[] = []
  for (const line of lines.filter((text) => text !== '')) {
    const block = blockOf(line)
    const last = blocks.at(-1)
    if (last !== undefined && block.kind === 'text') last.text += ` ${line}`
    else blocks.push(block)
  }
  return blocks.map(({ kind, text }) => ({
    kind: isHeading({ kind, text }) ? 'heading' : kind,
    text,
  }))
}

function blockOf(line: string): TextBlock {
  const marked = marks.find(({ mark }) => mark.test(line))
  if (marked === undefined) return { kind: 'text', text: line }
  return { kind: marked.kind, text: line.replace(marked.mark, '') }
}

function isHeading({ kind, text }: TextBlock): boolean {
  return (
    kind === 'text' && text.length <= headingCharsMax && !/[.!?…:;,。]["”»]?$|^["“„«]/u.test(text)
  )
}
