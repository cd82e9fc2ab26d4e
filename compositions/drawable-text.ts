import { missingGlyphs } from '../shared/glyph-coverage.ts'

/** The text without what the fonts cannot draw: a gap is better in a video than an empty box. */
export function drawableText(text: string): string {
  const composed = text.normalize('NFC')
  const missing = new Set(missingGlyphs(composed))
  return Array.from(composed, (character) => (missing.has(character) ? '' : character))
    .join('')
    .replaceAll(/[\u202f\u2007]/gu, '\u00a0')
    .replaceAll(/[^\S\u00a0]+/gu, ' ')
    .trim()
}
