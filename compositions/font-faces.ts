import interCyrillicExt from '@fontsource-variable/inter/files/inter-cyrillic-ext-opsz-normal.woff2'
import interCyrillic from '@fontsource-variable/inter/files/inter-cyrillic-opsz-normal.woff2'
import interGreekExt from '@fontsource-variable/inter/files/inter-greek-ext-opsz-normal.woff2'
import interGreek from '@fontsource-variable/inter/files/inter-greek-opsz-normal.woff2'
import interLatinExt from '@fontsource-variable/inter/files/inter-latin-ext-opsz-normal.woff2'
import interLatin from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'
import interVietnamese from '@fontsource-variable/inter/files/inter-vietnamese-opsz-normal.woff2'
import notoArabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2'
import notoHebrew from '@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2'

export type FontFile = { family: string; url: string; unicodeRange: string }

/** Families in the order in which a character looks for its glyph. */
export const fontStack = '"Makara Latin", "Makara Hebrew", "Makara Arabic"'

// The ranges are those that the font packages give for each file.
const fontFiles: FontFile[] = [
  {
    family: 'Makara Latin',
    url: interLatin,
    unicodeRange:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  {
    family: 'Makara Latin',
    url: interLatinExt,
    unicodeRange:
      'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20A9,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  },
  {
    family: 'Makara Latin',
    url: interVietnamese,
    unicodeRange: 'U+0300-0301,U+0303,U+0309,U+0323,U+1EA0-1EF1,U+20AB',
  },
  {
    family: 'Makara Latin',
    url: interGreek,
    unicodeRange: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  },
  { family: 'Makara Latin', url: interGreekExt, unicodeRange: 'U+1F00-1FFF' },
  {
    family: 'Makara Latin',
    url: interCyrillic,
    unicodeRange: 'U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  },
  {
    family: 'Makara Latin',
    url: interCyrillicExt,
    unicodeRange: 'U+0460-048F,U+0492-04AF,U+04B2-052F,U+2DE0-2DFF,U+A640-A69F',
  },
  {
    family: 'Makara Hebrew',
    url: notoHebrew,
    unicodeRange: 'U+0307,U+0590-05FF,U+20AA,U+25CC,U+FB1D-FB4F',
  },
  {
    family: 'Makara Arabic',
    url: notoArabic,
    unicodeRange:
      'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC',
  },
]

/** The font files that hold a character of the text. */
export function fontFilesFor(text: string): FontFile[] {
  const codes = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0))
  return fontFiles.filter((file) => {
    const ranges = rangesOf(file.unicodeRange)
    return [...codes].some((code) => ranges.some(([from, to]) => code >= from && code <= to))
  })
}

function rangesOf(unicodeRange: string): [from: number, to: number][] {
  return unicodeRange.split(',').map((range) => {
    const [from = '', to = from] = range.slice('U+'.length).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}
