const figure =
  /(?<![\p{L}\p{N}.,:/+-])([$€£₺₪¥]\s?)?(\p{Nd}+(?:[.,\u066b\u066c\u00a0\u202f’]\p{Nd}+)*)(\s?[%٪‰€£₺₪$°]|[+x×]|[kKmM](?!\p{L}))?(?![\p{L}\p{N}:/-])/u
const phone = /(?:\+\d{1,3}[\s(]|\d{3,}[-\s.]\d{2,}[-\s.]?\d{2,}|\(\d{2,}\))/u
const clock = /\p{Nd}{1,2}[:.]\p{Nd}{2}\s?(?:–|-|to|am|pm|Uhr|h\b)|\p{Nd}{1,2}:\p{Nd}{2}/u
const year = /^(?:1[5-9]|20)\d\d$/

/**
 * How much the first figure of a text tells, from 0 (a year, a time, a telephone number, none at all)
 * to 3 (a share, a price, a large count).
 */
export function tellingFigure(text: string): number {
  const [, currency, digits, unit] = figure.exec(text) ?? []
  if (digits === undefined || phone.test(text) || clock.test(text)) return 0
  if (!/\p{L}{3}/u.test(text)) return 0
  if (currency !== undefined || unit !== undefined) return 3
  if (year.test(digits) || /\b(?:1[89]|20)\d\d\b/.test(text)) return 0
  const value = Number(digits.replaceAll(/\P{Nd}/gu, '').normalize('NFKD'))
  if (value >= 1000) return 3
  return value >= 10 ? 2 : 0
}
