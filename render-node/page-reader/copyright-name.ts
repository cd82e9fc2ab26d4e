const nameCharsMax = 40
const nameWordsMax = 5
const mark = /©|\(c\)|\bcopyright\b/giu
const years = /(?<!\p{N})(?:19|20)\d\d(?:\s*[–—-]\s*(?:(?:19|20)?\d\d|present|heute))?(?!\p{N})/giu
const legalForm =
  /[\s,]+(?:inc|ltd|llc|llp|gmbh|ag|kg|plc|corp|limited|s\.?r\.?l|s\.?a|b\.?v|ab|a\.\s?ş|ltd\.\s?şti|ооо|тов)\.?(?=\s|[.,;|·•]|$)/giu
const nameEnd =
  /[.|·•,;:/]|\s[–—-]\s|\b(?:all rights reserved|all rights|alle rechte|tous droits|todos los|todos os|tutti i|powered|made with|designed)\b|(?:tüm hakları|her hakkı|כל הזכויות|جميع الحقوق|все права|усі права|wszelkie|alla rättigheter)/iu

/** True for a text that begins, or is, a copyright notice. */
export function isCopyright(text: string): boolean {
  return /©|\(c\)\s*\d{4}|\bcopyright\s+(?:\(c\)|\d{4})/iu.test(text)
}

/** Whose site it is by a notice such as `© 2026 Crumb Diary`; empty when it does not say. */
export function copyrightName(notice: string): string {
  if (notice.search(years) < 0) return ''
  const words = notice.replaceAll(years, ' ').replaceAll(legalForm, '. ')
  const [before = '', ...after] = words.split(mark)
  return firstName(after.join(' ')) || firstName(before)
}

function firstName(words: string): string {
  const parts = words.split(nameEnd).map((part) => part.trim().replace(/^by\s+/i, ''))
  const name = (parts.find((part) => part !== '') ?? '').replaceAll(/\s+/gu, ' ')
  const isShort = name.length <= nameCharsMax && name.split(' ').length <= nameWordsMax
  return /\p{L}{2}/u.test(name) && isShort ? name : ''
}
