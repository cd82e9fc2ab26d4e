import type { Language } from '../../shared/language.ts'

/** What a page says, in order and without repetition, cleaned for storing and drawing. */
export type PageText = {
  title: string
  description: string
  siteName: string
  /** What the page asks its readers to do, in its own words; empty when it does not. */
  callToAction: string
  language: Language
  /** The page's theme colour as `#rrggbb`. */
  brandColor: string | null
  headings: string[]
  sentences: string[]
  listItems: string[]
  quotes: Quote[]
  /** The same sentences and list items under their headings, in page order. */
  sections: Section[]
  /** Without `www.`; of an uploaded file the one it states itself; empty when there is none. */
  host: string
}

/** Somebody's words; `by` is empty when the page does not say whose. */
export type Quote = { text: string; by: string }

/** A heading, empty before the first one, and what stands under it. */
export type Section = { heading: string; texts: string[] }

export type PageReading = { ok: true; page: PageText } | PageRefusal

export type PageRefusal = { ok: false; code: PageRefusalCode; sentence: string }

export type PageRefusalCode = keyof typeof refusalSentences

const refusalSentences = {
  page_not_html: 'This is not a web page.',
  page_empty: 'There is no text to make a video of.',
  page_needs_javascript:
    'This page builds its text with JavaScript, which we do not run. Paste its text instead.',
  language_not_supported: 'Videos cannot show the script of this language yet.',
} as const

/** Says why a page cannot become a script. */
export function refusePage(code: PageRefusalCode): PageRefusal {
  return { ok: false, code, sentence: refusalSentences[code] }
}
