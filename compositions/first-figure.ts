const sign = '[+\\-\u2212\u00b1~]?'
const currency = '[$\u20ac\u00a3\u00a5\u20ba\u20aa\u20bd\u20b4]'
const percent = '[%\u2030\u066a]'
// Thousands may stand apart by a space; other separators join digits only when one follows.
const thousands = '\\p{Nd}{1,3}(?:[ \u00a0\u202f]\\p{Nd}{3})+(?!\\p{Nd})'
const plain = '\\p{Nd}+(?:[.,\u066b\u066c\u2019:/]\\p{Nd}+)*'
const before = `(?:${percent}\\s?|${sign}(?:${currency}\\s?)?)`
const after = `(?:\\s?${percent}|\\s?${currency}|[\u00b0\u00d7+]|[xkKmMbB](?!\\p{L}))?`
const figure = new RegExp(
  `(?<![\\p{L}\\p{N}])${before}(?:${thousands}(?:[.,]\\p{Nd}+)?|${plain})${after}`,
  'u',
)

/** The first number of a text with its sign, currency or percent, as written; null without one. */
export function firstFigureOf(text: string): string | null {
  return figure.exec(text)?.[0].trim() ?? null
}
