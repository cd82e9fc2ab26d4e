const sign = '[$€£₺₪¥₽₴]'
/** Currencies that are written as letters, as a part of a regular expression. */
export const currencyCode =
  '(?:TL|TRY|USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|UAH|RUB|ILS|NIS|AED|SAR|EGP|BRL|kr|zł|грн|руб|ש[״"]ח)'
const amount = "\\p{Nd}[\\p{Nd}.,\\s'’]{0,12}"
const money = `(?:(?:${sign}|${currencyCode})\\s?${amount}|${amount}(?:${sign}|${currencyCode}\\.?))`
const price = new RegExp(`^${money}$`, 'u')
const priceAtEnd = new RegExp(`\\p{L}.{0,200}[\\s:]${money}$`, 'u')

/** True for a text that ends in an amount of money, as the lines of a price list do. */
export function endsInPrice(text: string): boolean {
  return priceAtEnd.test(text)
}

/** True for a text that is an amount of money and nothing else. */
export function isPrice(text: string): boolean {
  return price.test(text)
}
