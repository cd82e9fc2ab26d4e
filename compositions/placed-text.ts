import type { Language } from '../shared/language.ts'
import { fitText, type FittedText, type TextBox } from './fit-text.ts'

export type TextRole = 'figure' | 'name' | 'caption' | 'narration'

/** A text at its size, before it has a place. */
export type TextPart = { role: TextRole; fitted: FittedText }
/** A text of a scene and where its upper edge stands, in pixels. */
export type PlacedText = TextPart & { top: number }

/** The part for a text, or none for an empty one. */
export function textPartsOf(
  role: TextRole,
  text: string,
  { language, box }: { language: Language; box: TextBox },
): TextPart[] {
  return text === '' ? [] : [{ role, fitted: fitText(text, language, box) }]
}

/** Height of the parts one under the other. */
export function stackHeightOf(parts: TextPart[], gap: number): number {
  return parts.reduce((sum, { fitted }) => sum + fitted.height + gap, -gap)
}

/** Puts the parts one under the other, the first at `top`. */
export function stackedFrom(parts: TextPart[], top: number, gap: number): PlacedText[] {
  let next = top
  return parts.map((part) => {
    const placed = { ...part, top: next }
    next += part.fitted.height + gap
    return placed
  })
}
