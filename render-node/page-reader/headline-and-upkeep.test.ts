import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { PageText } from './page-text.ts'
import { readPage } from './read-page.ts'

function pageOf(html: string | Uint8Array): PageText {
  const bytes = typeof html === 'string' ? new TextEncoder().encode(html) : html
  const outcome = readPage({ bytes, contentType: 'text/html', url: 'https://www.example.com/path' })
  if (!outcome.ok) throw new Error(`Cannot read page: ${outcome.code}`)
  return outcome.page
}

function fixture(name: string): PageText {
  return pageOf(readFileSync(new URL(`fixtures/${name}.html`, import.meta.url)))
}

function textOf({ headings, sentences, listItems }: PageText): string {
  return [...headings, ...sentences, ...listItems].join('\n')
}

const story = '<p>We bake bread in a small town by the sea, every day but Monday.</p>'

describe('readPage takes', () => {
  test.each([
    ['<title>Buy bread online | Sea Bakery</title><h1>Bread by the sea</h1>', 'Bread by the sea'],
    ['<title>2026 —</title><p>Hello there.</p>', '2026'],
    ['<title>Fresh bread - Sea Bakery</title><h1>Sea Bakery</h1>', 'Fresh bread'],
    ['<title>Sea bread | Home</title>', 'Sea bread'],
    ['<title>-20% on all rye | Sea Bakery</title>', '-20% on all rye'],
    [
      '<meta property="og:title" content="Bread by the sea – baked at night"><h1>Bread by the sea</h1>',
      'Bread by the sea – baked at night',
    ],
  ])('the headline rather than a title for search engines in %s', (markup, title) => {
    const site = '<meta property="og:site_name" content="Sea Bakery">'
    expect(pageOf(`${site}${markup}${story}`).title).toBe(title)
  })

  test.each([
    ['turkish-shop', 'İncirli Çini Atölyesi', 'tr'],
    ['food-blog', 'Crumb Diary', 'en'],
    ['event', 'Dust & Strings Festival', 'en'],
    ['price-table', 'Loopnote', 'en'],
  ])('whose site %s is, although it states no name: %s', (name, siteName, language) => {
    expect(fixture(name)).toMatchObject({ siteName, language })
  })
})

describe('readPage leaves out', () => {
  test.each([
    '<p>Share this post on Facebook, Twitter or WhatsApp</p>',
    "<p>Facebook'ta paylaş Twitter'da paylaş</p>",
    '<h3>Leave a Reply</h3><p>Be kind to each other here.</p>',
    '<h3>Subscribe to my newsletter</h3><p>One letter every Sunday.</p>',
    '<h4>Yorumlar (12)</h4><p>Çok güzel olmuş.</p>',
  ])('sharing, comments and newsletters that nothing marks: %s', (markup) => {
    expect(textOf(pageOf(`<html lang="en">${story}${markup}`))).toBe(
      'We bake bread in a small town by the sea, every day but Monday.',
    )
  })

  test('no more than such a part: the next heading is read again', () => {
    const html = `${story}<h3>Leave a Reply</h3><p>Be kind.</p><h3>Where we bake</h3><p>In an old mill.</p>`
    expect(textOf(pageOf(html))).toMatch(/Where we bake\n.*In an old mill/s)
  })
})
