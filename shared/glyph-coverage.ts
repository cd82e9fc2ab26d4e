// Ranges of the character maps inside the font files that the compositions bundle, in hexadecimal:
// Inter (Latin, Greek, Cyrillic), Noto Sans Hebrew and Noto Sans Arabic, version 5.3.0 of each.
const coverage = `
  20-7e a0-ac ae-148 14a-1c3 1c5-254 256-27b 27e-284 286-290 292-2a4 2a6-2cc 2ce-2d7 2da 2dc-2ff
  300-301 303 309 323 374-376 37a-37f 384-38a 38c 38e-3a1 3a3-3d7 3dc-3dd 3f0-3f6 3f9-3fa 3fc-479
  480-482 48a-49d 4a0-4ff 52f
  591-5c7 5d0-5ea 5ef-5f4
  600-6ff 750-77f 870-88e 890-891 898-8e1 8e3-8ff
  1e00-1e9b 1e9d-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4
  1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe
  2010-2011 2013-2014 2018-201a 201c-201e 2020 2022 2026 2032-2033 2039-203a 2044 204f
  20a0-20af 20b1-20b5 20b8-20ba 20bc-20bf 2113 2116 2122 2191 2193 2212 25cc 2e41
  fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fbc2 fbd3-fd8f fd92-fdc7 fdcf fdf0-fdff
  fe70-fe74 fe76-fefc
`

const ranges = coverage
  .trim()
  .split(/\s+/)
  .map((range) => {
    const [from = '', to = from] = range.split('-')
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }
  })

/** The characters of a text that the compositions' fonts cannot draw, each once, in text order. */
export function missingGlyphs(text: string): string[] {
  return [...new Set(Array.from(text).filter((character) => !isDrawable(character)))]
}

function isDrawable(character: string): boolean {
  if (isInvisible.test(character)) return true
  const code = character.codePointAt(0) ?? 0
  return ranges.some(({ from, to }) => code >= from && code <= to)
}

// Spaces, joiners and direction marks need no glyph: the browser draws them without one.
const isInvisible = /[\s\u00ad\u200b-\u200f\u2060\u061c]/u
