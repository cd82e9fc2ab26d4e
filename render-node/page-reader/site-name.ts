import { isGenericTitle, lettersOf, titleParts } from './page-title.ts'

const nameCharsMax = 40
const nameWordsMax = 5
const stemChars = 5

/**
 * The name of a site that does not state it: a part of the page's title that its host, its copyright
 * notice or its headline tells apart, else the name in the notice. Empty when nothing does.
 */
export function guessSiteName(page: {
  title: string
  host: string
  /** Empty when the page names nobody. */
  copyright: string
  headline: string
}): string {
  const parts = titleParts(page.title)
  return (
    parts.findLast((part) => isHost(part, page.host)) ??
    parts.findLast((part) => isPrefixOfOther(part, page.copyright)) ??
    (page.copyright ||
      (parts.length > 1 ? partBesideHeadline(parts, page.headline) : loneName(page.title)))
  )
}

function isHost(part: string, host: string): boolean {
  const letters = lettersOf(part)
  const isNamed = letters.length > 2 && lettersOf(host).startsWith(letters)
  return isNamed && !isGenericTitle(part)
}

function isPrefixOfOther(part: string, name: string): boolean {
  const [one, other] = [lettersOf(part), lettersOf(name)]
  return Math.min(one.length, other.length) > 2 && (one.startsWith(other) || other.startsWith(one))
}

// A page under a site names the site last; a front page, whose headline is a slogan, names it first.
function partBesideHeadline(parts: readonly string[], headline: string): string {
  if (headline === '') return ''
  const outer = [parts[0] ?? '', parts.at(-1) ?? '']
  return outer.find((part) => isName(part) && !isToldIn(part, headline)) ?? ''
}

// A title of one word is hardly ever anything but a name.
function loneName(title: string): string {
  return /^\S+$/u.test(title) && isName(title) ? title : ''
}

function isName(part: string): boolean {
  return (
    /\p{L}{2}/u.test(part) &&
    part.length <= nameCharsMax &&
    part.split(/\s+/).length <= nameWordsMax &&
    !isGenericTitle(part)
  )
}

function isToldIn(part: string, headline: string): boolean {
  const told = new Set(stemsOf(headline))
  const stems = stemsOf(part)
  return stems.filter((stem) => told.has(stem)).length >= Math.max(1, stems.length / 2)
}

function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return words.map((word) => word.slice(0, stemChars))
}
