const separator = /\s+[|–—·•»:-]\s+/u
const emptyTitle =
  /^(?:home|home ?page|index|welcome|untitled(?: document)?|document|new page|ana ?sayfa|startseite|accueil|inicio|início|strona główna|hem|αρχική|дом|главная|головна|דף הבית|בית|الرئيسية)$/iu

/** The title without the name of its site, or an empty string when nothing telling is left. */
export function pageTitle(title: string, siteName: string): string {
  const parts = title.split(separator)
  while (parts.length > 1 && isSame(parts.at(-1), siteName)) parts.pop()
  while (parts.length > 1 && (isSame(parts[0], siteName) || emptyTitle.test(parts[0] ?? '')))
    parts.shift()
  const kept = title.slice(title.indexOf(parts[0] ?? ''))
  const last = parts.at(-1) ?? ''
  const text = kept.slice(0, kept.lastIndexOf(last) + last.length).trim()
  return emptyTitle.test(text) ? '' : text
}

/** The part of a title that is the site's own name, known by the host; empty when there is none. */
export function siteNameInTitle(title: string, host: string): string {
  const parts = title.split(separator)
  const isName = (part: string | undefined) => {
    const letters = lettersOf(part ?? '')
    return letters.length > 2 && lettersOf(host).startsWith(letters)
  }
  return [parts.at(-1), parts[0]].find((part) => isName(part))?.trim() ?? ''
}

function isSame(part: string | undefined, name: string): boolean {
  const letters = lettersOf(part ?? '')
  return letters !== '' && letters === lettersOf(name)
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}
