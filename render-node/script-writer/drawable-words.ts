import { missingGlyphs } from '../../shared/glyph-coverage.ts'
import { cleanText } from '../../shared/text.ts'

/** The text without controls and without what the videos' fonts cannot draw, such as emoji. */
export function drawableWords(text: string): string {
  const clean = cleanText(text)
  const missing = new Set(missingGlyphs(clean))
  const drawable = Array.from(clean, (character) => (missing.has(character) ? '' : character))
  return drawable
    .join('')
    .replaceAll(/[\u200b-\u200f\u2060\u061c]+(?=\s|$)/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
