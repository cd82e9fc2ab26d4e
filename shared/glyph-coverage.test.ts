import { expect, test } from 'vitest'
import { missingGlyphs } from './glyph-coverage.ts'

test.each([
  ['Turkish', 'İıŞşĞğÇçÖöÜü ₺'],
  ['Hebrew', 'בְּרֵאשִׁית קפה ״ציטוט״ ₪'],
  ['Arabic', 'قهوة، محمصة؟ ٢٥٪ ﷼'],
  ['Greek', 'Ο καλύτερος καφές· ἀρχή'],
  ['Russian and Ukrainian', 'Ёжик, їжак, ґанок №1'],
  ['Polish', 'zażółć gęślą jaźń'],
  ['French', 'Œuvre\u202f: «\u00a0déjà vu\u00a0» – l’été… 10 €'],
  ['German', 'Straße „Größe“ ẞ'],
])('%s can be drawn', (_, text) => {
  expect(missingGlyphs(text)).toEqual([])
})

test('what the fonts lack is named once each, in text order', () => {
  expect(missingGlyphs('日本 and 日本 → 🚀')).toEqual(['日', '本', '→', '🚀'])
})

test('spaces, joiners and direction marks need no glyph', () => {
  expect(missingGlyphs(' \t\n\u00a0\u200b\u200d\u200f\u2003')).toEqual([])
})
