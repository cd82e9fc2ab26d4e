import { describe, expect, test } from 'vitest'
import { sceneKinds } from '../shared/script.ts'
import { contrastMin, paletteOf, readableOn } from './brand-palette.ts'
import { contrastOf } from './color-math.ts'
import { promoSchemeOf } from './promo-scheme.ts'
import { storySchemeOf } from './story-scheme.ts'

const sceneIds = Array.from({ length: 12 }, (_, index) => `scene${index}`)
const levels = ['00', '33', '66', '80', 'b3', 'ff']
const brandColors = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
)

describe('for any brand colour, also white, black and yellow,', () => {
  test('every text of a story can be read on its sheet', () => {
    const pairs = brandColors.flatMap((color) =>
      sceneIds.flatMap((id) => {
        const { sheet, text, textQuiet, mark } = storySchemeOf(paletteOf(color), id)
        return [
          [sheet, text],
          [sheet, textQuiet],
          [sheet, mark],
          [mark, readableOn(mark, sheet)],
        ]
      }),
    )
    expect(unreadableOf(pairs)).toEqual([])
  })

  test('every text of a promo can be read on its ground', () => {
    const pairs = brandColors.flatMap((color) =>
      sceneKinds.flatMap((kind) =>
        sceneIds.flatMap((id) => {
          const scheme = promoSchemeOf(paletteOf(color), kind, id)
          const { ground, text, textQuiet, mark, marker, onMarker } = scheme
          return [
            [ground, text],
            [ground, textQuiet],
            [ground, mark],
            [marker, onMarker],
          ]
        }),
      ),
    )
    expect(unreadableOf(pairs)).toEqual([])
  })
})

test('an unreadable pair is found, and an unreadable wish is refused', () => {
  expect(unreadableOf([['#ffffff', '#ffff00']])).toEqual(['#ffff00 on #ffffff'])
  expect(readableOn('#ffffff', '#ffff00', '#000080')).toBe('#000080')
})

test('black and white have the contrast that WCAG gives them', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
})

function unreadableOf(pairs: string[][]): string[] {
  return pairs
    .filter(([ground = '', text = '']) => contrastOf(text, ground) < contrastMin)
    .map(([ground, text]) => `${text} on ${ground}`)
}
