const separator = /\s+(?:[|–—·•»:-]|::)\s+/u
// `-20%` and `»so«` keep what belongs to them.
const edge = /^\s*(?:[|–—·•»:/-]+(?:\s+|$))+|(?:\s*[|–—·•]|\s+[»:/-])+\s*$/gu
const emptyTitle =
  /^(?:home|home ?page|index|welcome|untitled(?: document)?|document|new page|ana ?sayfa|startseite|accueil|inicio|início|strona główna|hem|αρχική|дом|главная|головна|דף הבית|בית|الرئيسية)$/iu
const pageKind =
  /^(?:pricing|prices|plans|about(?: us)?|contact(?: us)?|blog|news|shop|store|men[uùü]|products|services|faq|help|features|events|gallery|hakkımızda|iletişim|ürünler|hizmetler|über uns|kontakt|preise|leistungen|à propos|tarifs|contacto|precios|servicios|chi siamo|contatti|prezzi|over ons|cennik|o nas|om oss|о нас|контакты|цены|контакти|ціни)$/iu
const headlineCharsMax = 120

/** The title without the name of its site, or an empty string when nothing telling is left. */
export function pageTitle(title: string, siteName: string): string {
  const whole = trimSeparators(title)
  const parts = whole.split(separator)
  const isSpare = (part = '') => isSiteName(part, siteName) || emptyTitle.test(part)
  while (parts.length > 1 && isSpare(parts.at(-1))) parts.pop()
  while (parts.length > 1 && isSpare(parts[0])) parts.shift()
  const kept = whole.slice(whole.indexOf(parts[0] ?? ''))
  const last = parts.at(-1) ?? ''
  const text = kept.slice(0, kept.lastIndexOf(last) + last.length).trim()
  return emptyTitle.test(text) ? '' : text
}

/** The first of a page's main headings that is more than a name; undefined without one. */
export function realHeadline(headings: readonly string[], siteName: string): string | undefined {
  return headings.find((heading) => {
    const text = trimSeparators(heading)
    const isFit = text.length <= headlineCharsMax && text.split(/\s+/).length > 1
    return isFit && /\p{L}{2}/u.test(text) && !isSiteName(text, siteName)
  })
}

/** The parts of a title between its separators. */
export function titleParts(title: string): string[] {
  return trimSeparators(title).split(separator)
}

/** True for a part of a title that says which kind of page it is rather than whose. */
export function isGenericTitle(part: string): boolean {
  return emptyTitle.test(part) || pageKind.test(part)
}

/** The text without separators that part it from nothing. */
export function trimSeparators(text: string): string {
  return text.replaceAll(edge, '').trim()
}

/** Letters and digits alone, for telling whether two names are the same. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

function isSiteName(part: string, name: string): boolean {
  const [letters, nameLetters] = [lettersOf(part), lettersOf(name)]
  const isShortForm = letters.length > 3 && nameLetters.startsWith(letters)
  return letters !== '' && (letters === nameLetters || isShortForm)
}
