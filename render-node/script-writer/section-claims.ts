import type { Section } from '../page-reader/page-text.ts'
import { endsInPrice, isPrice } from '../page-reader/is-price.ts'
import { repeatsCaption } from './is-alike.ts'
import { isUnfit } from './is-unfit.ts'
import { tellingFigure } from './telling-figure.ts'

/** Something a section says, and what carries it further; `bonus` is what the two are worth together. */
export type Claim = { source: string; support: string; bonus: number }

export const captionCharsGoal = 90
const supportCharsMax = 110
const labelCharsMax = 60
const itemCharsGoal = 40

/**
 * What a section says, heading first. Short lines stay with the heading that explains them, and the
 * items of a list stay together when they are short.
 */
export function sectionClaims(
  { heading, texts }: Section,
  isItem: (text: string) => boolean,
): Claim[] {
  const labels = isLeadHeading(heading) ? leadingLabels(texts, isItem) : []
  const rest = texts.slice(labels.length)
  const kept = labels.filter((text) => !isUnfit(text))
  if (kept.length > 0) {
    return [{ source: heading, support: joined(kept), bonus: 2 }, ...textClaims(rest, isItem)]
  }
  const support = rest.find((text) => isSupport(text) && !repeatsCaption(text, heading)) ?? ''
  const claims = textClaims(rest, isItem)
  if (!isTellingHeading(heading)) return claims
  return [{ source: heading, support, bonus: support === '' ? 0 : 3 }, ...claims]
}

/** True for a text that leans on the one before it. */
export function leansBack(text: string): boolean {
  return backward.test(text)
}

function isLeadHeading(heading: string): boolean {
  return heading !== '' && heading.length <= captionCharsGoal && !placeHeading.test(heading)
}

const placeHeading =
  /^(?:contact|opening|hours|address|follow|find us|visit us|where to find|iletişim|adres|çalışma saat|kontakt|öffnungszeiten|adresse|horaires|contacto|horario|contatti|orari|контакты|контакти|צור קשר|שעות|اتصل)/iu

function leadingLabels(texts: readonly string[], isItem: (text: string) => boolean): string[] {
  const [first] = texts
  if (first === undefined) return []
  if (isItem(first)) {
    const items = leading(texts, isItem)
    return isShortList(items) ? items : []
  }
  const isFact = isPrice(first) ? isBrief : isLabel
  return leading(texts, (text) => !isItem(text) && isFact(text))
}

function leading(texts: readonly string[], fits: (text: string) => boolean): string[] {
  const end = texts.findIndex((text) => !fits(text))
  return texts.slice(0, end < 0 ? texts.length : end)
}

// A figure with what it counts is a scene of its own.
function isLabel(text: string): boolean {
  return isBrief(text) && (isPrice(text) || endsInPrice(text) || tellingFigure(text) < 2)
}

function isBrief(text: string): boolean {
  return text.length <= labelCharsMax && !/[.!?…]["”»]?$/u.test(text)
}

function isShortList(items: readonly string[]): boolean {
  const chars = items.reduce((sum, item) => sum + item.length, 0)
  const hasFigure = items.some(
    (item) => /^\P{L}{0,3}\p{Nd}/u.test(item) && tellingFigure(item) === 3,
  )
  return items.length > 0 && !hasFigure && chars <= items.length * itemCharsGoal
}

function joined(labels: readonly string[]): string {
  const areSentences = labels.every((label) => /[.!?…]$/u.test(label))
  const mark = areSentences ? ' ' : markBetween(labels)
  const texts = areSentences ? labels : labels.map((label) => label.replace(/[.,;]$/u, ''))
  const [first = '', ...others] = texts
  let text = first
  for (const other of others) {
    if (text.length + mark.length + other.length > supportCharsMax) break
    text += mark + other
  }
  return text
}

function markBetween(labels: readonly string[]): string {
  if (labels.some((label) => /[,،]/u.test(label))) return ' · '
  return labels.some((label) => /\p{Script=Arabic}/u.test(label)) ? '، ' : ', '
}

function isSupport(text: string): boolean {
  return text.length >= 20 && text.length <= supportCharsMax && !leansBack(text)
}

// One word, or two that name a kind of section, promise nothing.
function isTellingHeading(heading: string): boolean {
  const wordCount = heading.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return wordCount >= 3 && heading.length <= captionCharsGoal && !generalHeading.test(heading)
}

const generalHeading =
  /^(?:about|from the|our (?:story|menu|team|services|products)|what (?:our|people)|frequently|get in|how (?:it|to)|contact|opening|why (?:us|choose)|related|latest)\b/iu

function textClaims(texts: readonly string[], isItem: (text: string) => boolean): Claim[] {
  const claims: Claim[] = []
  let next = 0
  while (next < texts.length) {
    const list = leading(texts.slice(next), isItem)
    const group = list.length > 1 && isShortList(list) ? list : texts.slice(next, next + 1)
    const [source = '', ...others] = group.filter((text) => group.length === 1 || !isUnfit(text))
    claims.push({ source, support: others.length === 0 ? '' : joined(others), bonus: 0 })
    next += group.length
  }
  return claims
}

const backward =
  /^(?:it|this|that|these|those|they|he|she|but|and|or|so|however|because|also|then|there|which|bu|şu|ama|ve|ancak|das|dies|aber|und|oder|mais|et|cela|pero|y|esto|ma|e|mas|isso|и|но|это|זה|אבל|וגם|هذا|لكن)(?![\p{L}\p{N}])/iu
