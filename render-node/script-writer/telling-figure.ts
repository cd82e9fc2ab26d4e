import { languages } from '../../shared/language.ts'
import { currencyCode } from '../page-reader/is-price.ts'
import { isAddress } from './is-address.ts'

const before = `(?:[$€£₺₪¥₽₴%٪]\\s?|${currencyCode}\\s)`
const digits =
  '\\p{Nd}{1,3}(?:[ \u00a0\u202f]\\p{Nd}{3})+(?!\\p{Nd})(?:[.,]\\p{Nd}+)?|\\p{Nd}+(?:[.,\u066b\u066c’]\\p{Nd}+)*'
const magnitude =
  'thousand|million|billion|bin|milyon|milyar|Tausend|Mio|Millionen|Mrd|Milliarden|millions|milliards|millones|milhões|milioni|miliardi|miljoen|miljard|mln|mld|miljoner|miljarder|тыс|млн|млрд|εκατ|מיליון|אלף|مليون|ألف'
const after = `\\s(?:${magnitude})(?!\\p{L})|\\s?(?:[%٪‰€£₺₪$₽₴]|°[CF]?|${currencyCode})(?!\\p{L})|[+x×]|[kKmM](?!\\p{L})`
const figure = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/+-])(${before})?(${digits})(${after})?(?![\\p{L}\\p{N}:/-])`,
  'u',
)
const rating = /^\P{Nd}*\p{Nd}[.,]\p{Nd}\s?\/\s?(?:5|10)(?!\p{Nd})/u
const phone = /(?:\+\d{1,3}[\s(]|\d{3,}[-\s.]\d{2,}[-\s.]?\d{2,}|\(\d{2,}\))/u
const clock =
  /\p{Nd}{1,2}[:.]\p{Nd}{2}\s?(?:–|-|to|am|pm|Uhr|h\b)|\p{Nd}{1,2}:\p{Nd}{2}|(?<![\p{Nd}.,])0\p{Nd}\.\p{Nd}{2}(?![\p{Nd}.,])|(?<!\p{L})(?:saat(?:leri?)?|kl\.?)\s?\p{Nd}|(?<!\p{L})\p{Nd}{1,2}\s?(?:am|pm|a\.m|p\.m|Uhr)(?!\p{L})/iu
const year = /^(?:1[5-9]|20)\d\d$/
const date = datePattern()

/**
 * How much the first figure of a text tells, from 0 (a year, a time, a telephone number, none at all)
 * to 3 (a share, a price, a large count).
 */
export function tellingFigure(text: string): number {
  if (rating.test(text)) return 3
  const found = figure.exec(text)
  const [, currency, amount, unit] = found ?? []
  if (found === null || amount === undefined || isTimeOrPlace(text)) return 0
  // A video shows the first number of a caption large, whichever tells more.
  if (/(?<![\p{L}\p{N}])\p{Nd}/u.test(text.slice(0, found.index))) return 0
  if (currency !== undefined || unit !== undefined) return 3
  if (!/\p{L}{3}/u.test(text)) return 0
  if (year.test(amount) || /\b(?:1[89]|20)\d\d\b/.test(text)) return 0
  const value = wholeOf(amount)
  if (value >= 1000) return 3
  return value >= 10 ? 2 : 0
}

// A separator before anything but three digits begins a fraction.
function wholeOf(amount: string): number {
  const whole = amount.replace(/[.,\u066b]\p{Nd}{1,2}$|[.,\u066b]\p{Nd}{4,}$/u, '')
  return Number(whole.replaceAll(/\P{Nd}/gu, '').replaceAll(/\p{Nd}/gu, westernDigit))
}

function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  return code < 0x80 ? digit : String(code & 0xf)
}

function isTimeOrPlace(text: string): boolean {
  return phone.test(text) || clock.test(text) || date.test(text) || isAddress(text)
}

function datePattern(): RegExp {
  const months = languages.flatMap(({ code }) => monthNames(code)).join('|')
  const day = '\\p{Nd}{1,2}(?!\\p{Nd})'
  return new RegExp(
    `(?:^|[^\\p{L}\\p{N}])(?:${day}\\.?\\s(?:de\\s)?(?:${months})|(?:${months})\\.?\\s${day})(?!\\p{L})|(?<![\\p{Nd}.])${day}[./]\\p{Nd}{1,2}[./](?:\\p{Nd}{2}){1,2}(?!\\p{Nd})`,
    'iu',
  )
}

function monthNames(language: string): string[] {
  const styles = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }] as const
  return styles.flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(Date.UTC(2026, month, 15))
      return (parts.find(({ type }) => type === 'month')?.value ?? '').replaceAll('.', '')
    }).filter((name) => /^\p{L}[\p{L}\p{M}]+$/u.test(name))
  })
}
