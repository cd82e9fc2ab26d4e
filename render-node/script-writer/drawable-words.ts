import { missingGlyphs } from '../../shared/glyph-coverage.ts'
import { cleanText } from '../../shared/text.ts'

// Stands for a dropped picture sign until the spaces around it are mended. cleanText leaves no NUL.
const gap = '\u0000'

/** The text without controls and without what the videos' fonts cannot draw, such as emoji. */
export function drawableWords(text: string): string {
  const clean = cleanText(text)
  const missing = new Set(missingGlyphs(clean))
  if (missing.size === 0) return withoutLooseMarks(clean)
  const drawable = Array.from(clean, (character) =>
    missing.has(character) ? (/[\p{L}\p{M}]/u.test(character) ? '' : gap) : character,
  )
  return withoutLooseMarks(withoutGaps(drawable.join('')))
}

function withoutGaps(text: string): string {
  return text
    .replaceAll(
      /(?:\u200d|\ufe0e|\ufe0f|\u20e3)*\u0000(?:\u0000|\u200d|\ufe0e|\ufe0f|\u20e3)*/gu,
      gap,
    )
    .replaceAll(/\s*\u0000[\s\u0000]*(?=[.,;:!?…)\]])/gu, '')
    .replaceAll(/(?<=[(¡¿])[\s\u0000]*\u0000\s*/gu, '')
    .replaceAll(/(?:\(\s*\)|\[\s*\])/gu, '')
    .replaceAll(gap, ' ')
}

function withoutLooseMarks(text: string): string {
  return text
    .replaceAll(/[\u200b-\u200f\u2060\u061c]+(?=\s|$)/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
