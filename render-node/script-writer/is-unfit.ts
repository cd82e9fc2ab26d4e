import { isAddress } from './is-address.ts'

const addressOrHours = /@\w|https?:|www\.|\d{1,2}:\d{2}/u
const pairOfHours =
  /(?<![\p{Nd}.,$€£])\p{Nd}{1,2}\.\p{Nd}{2}(?![\p{Nd}.,])[^\p{Nd}€$£]{1,8}\p{Nd}{1,2}\.\p{Nd}{2}(?![\p{Nd}.,]|\s?[€$£])/u
const phone =
  /\+\d{2}(?!\d?\s?%)|\d{3}-\d{3}|\d{3}\s\d{3}\s\d{4}|(?<![\p{Nd}.,])\(?0\p{Nd}{2,4}\)?[\s./-]\p{Nd}{3}|(?<![\p{Nd}-])\p{Nd}{2,3}-\p{Nd}{6,7}(?!\p{Nd})/u
const phoneLabel = /(?<!\p{L})(?:tel|telefon|phone|fax|טלפון|هاتف|телефон)\.?\s?:?\s?\+?\(?\p{Nd}/iu
const byline =
  /^\p{P}*(?:by|von|par|foto|photo|source)\b|\b\d+ min(?:ute)?s? read\b|^(?:posted|published|updated|last updated|yayınlanma|güncelle\p{L}*)\b.*\p{Nd}|\b\d+ comments?$/iu
const dateAlone =
  /^(?:\p{L}+\.?,?\s){0,2}\p{Nd}{1,2}(?:st|nd|rd|th)?[.,]?\s(?:\p{L}+\.?,?\s)?\p{Nd}{4}$/u
const opensList = /[:：]$/u

const patterns = [addressOrHours, pairOfHours, phone, phoneLabel, byline, dateAlone, opensList]

/** True for what belongs on the page and not in a scene: addresses, numbers to call, hours, bylines. */
export function isUnfit(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text)) || isAddress(text)
}
