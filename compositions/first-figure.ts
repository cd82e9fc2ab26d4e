const sign = '[+\\-\u2212\u00b1~]?'
const currency = '[$\u20ac\u00a3\u00a5\u20ba\u20aa\u20bd\u20b4]'
// Currencies that are written as letters, such as 389 TL or EUR 20.
const currencyCode =
  '(?:TL|TRY|USD|EUR|GBP|CHF|AUD|CAD|SEK|NOK|DKK|PLN|UAH|RUB|ILS|NIS|AED|SAR|EGP|BRL|kr|zł|грн|руб|ש[\u05f4"]ח)(?!\\p{L})'
// $38 million without its second word would be another sum.
const magnitude =
  '(?:thousand|million|billion|bin|milyon|milyar|Tausend|Mio|Millionen|Mrd|Milliarden|millions|milliards|millones|milhões|milioni|miliardi|miljoen|miljard|mln|mld|miljoner|miljarder|тыс|млн|млрд|εκατ|מיליון|אלף|مليون|ألف)(?!\\p{L})'
const percent = '[%\u2030\u066a]'
// Thousands may stand apart by a space; other separators join digits only when one follows.
const thousands = '\\p{Nd}{1,3}(?:[ \u00a0\u202f]\\p{Nd}{3})+(?!\\p{Nd})'
const plain = '\\p{Nd}+(?:[.,\u066b\u066c\u2019:/]\\p{Nd}+)*'
const before = `(?:${percent}\\s?|${sign}(?:(?:${currency}|${currencyCode})\\s?)?)`
const after = `(?:\\s${magnitude}(?:\\.?\\s?${currency}|\\.?\\s${currencyCode})?|\\s?${percent}|\\s?${currency}|\\s?${currencyCode}|\\s?\u00b0(?:[CF](?!\\p{L}))?|[\u00d7+]|[xkKmMbB](?!\\p{L}))?`
const figure = new RegExp(
  `(?<![\\p{L}\\p{N}])${before}(?:${thousands}(?:[.,]\\p{Nd}+)?|${plain})${after}`,
  'u',
)

/** The first number of a text with its sign, currency or percent, as written; null without one. */
export function firstFigureOf(text: string): string | null {
  return figure.exec(text)?.[0].trim() ?? null
}
