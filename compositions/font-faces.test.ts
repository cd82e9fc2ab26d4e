import { expect, test } from 'vitest'
import { missingGlyphs } from '../shared/glyph-coverage.ts'
import { fontFilesFor } from './font-faces.ts'

test('a video loads only the files that its letters need', () => {
  expect(familiesOf('Plain English, 35%')).toEqual(['Makara Latin'])
  expect(familiesOf('Işık Şişli')).toEqual(['Makara Latin', 'Makara Latin'])
  expect(familiesOf('קפה & Co')).toEqual(['Makara Latin', 'Makara Hebrew'])
  expect(familiesOf('قهوة')).toEqual(['Makara Arabic'])
})

test('every character that counts as drawable belongs to a font file', () => {
  const homeless = Array.from({ length: 0xffff }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/[\s\u00ad\u200b-\u200f\u2060\u061c]/u.test(character))
    .filter((character) => missingGlyphs(character).length === 0)
    .filter((character) => fontFilesFor(character).length === 0)
  expect(homeless).toEqual([])
})

function familiesOf(text: string): string[] {
  return fontFilesFor(text).map(({ family }) => family)
}
