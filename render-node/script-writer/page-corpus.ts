import type { PageText } from '../page-reader/page-text.ts'

/** Everything a page says as one text, a line for each of its parts, in page order. */
export function pageCorpus(page: PageText): string {
  const sections = page.sections.flatMap(({ heading, texts }) => [heading, ...texts])
  const quotes = page.quotes.map(({ text, by }) => (by === '' ? text : `${text} (${by})`))
  return [page.siteName, page.title, page.description, ...sections, ...quotes]
    .filter((text) => text !== '')
    .join('\n')
}
