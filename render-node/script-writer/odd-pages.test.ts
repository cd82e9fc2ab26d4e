import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { missingGlyphs } from '../../shared/glyph-coverage.ts'
import { type Language, languages } from '../../shared/language.ts'
import { scriptSchema } from '../../shared/script.ts'
import { pageFromText } from '../page-reader/page-from-text.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { writeOfflineScript } from './write-offline-script.ts'

describe('writeOfflineScript on odd pages', () => {
  const pieces = [
    'word ',
    'Ğüşıİ ',
    '12,400% ',
    '😀👩‍👩‍👧 ',
    '\ud800',
    '\u0000',
    '\u202e',
    'a'.repeat(700),
    '私達は',
    'שלום ',
    'مرحبا ',
    '. ',
    '! ',
    '“',
    '”',
    '\n',
    '\n\n',
    '- ',
    '# ',
    '> ',
    'https://evil.example/x ',
    'me@example.com ',
    '…',
    '\u0301',
    '  ',
    '&amp;',
    '1999 ',
    'WORD ',
  ]

  function oddText(random: () => number): string {
    const count = Math.floor(random() * 30)
    return Array.from({ length: count }, () => pieces[Math.floor(random() * pieces.length)]).join(
      '',
    )
  }

  function oddPage(seed: number): PageText {
    const random = randomFrom(seed)
    const texts = () => Array.from({ length: Math.floor(random() * 6) }, () => oddText(random))
    const language: Language = languages[Math.floor(random() * languages.length)]?.code ?? 'en'
    return {
      title: oddText(random),
      description: oddText(random),
      siteName: oddText(random),
      callToAction: oddText(random).slice(0, 40),
      language,
      brandColor: null,
      headings: texts(),
      sentences: texts(),
      listItems: texts(),
      quotes: texts().map((text) => ({ text, by: oddText(random) })),
      sections: Array.from({ length: 3 }, () => ({ heading: oddText(random), texts: texts() })),
      host: random() < 0.5 ? '' : 'example.com',
    }
  }

  test('the script is always valid and drawable', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const page = oddPage(seed)
      const outcome = v.safeParse(scriptSchema, writeOfflineScript(page).script)
      expect(outcome.issues, `page ${seed}`).toBeUndefined()
      for (const { caption, narration } of outcome.success ? outcome.output.scenes : []) {
        expect(caption.length, `page ${seed}`).toBeLessThanOrEqual(90)
        expect(missingGlyphs(caption + narration), `page ${seed}`).toEqual([])
      }
    }
  })

  test('pasted text of any kind becomes a valid script or a refusal', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const reading = pageFromText(oddText(randomFrom(seed)) + oddText(randomFrom(seed + 1000)))
      const isValid = reading.ok
        ? v.is(scriptSchema, writeOfflineScript(reading.page).script)
        : reading.sentence.endsWith('.')
      expect(isValid, `text ${seed}`).toBe(true)
    }
  })
})

// A small generator of its own keeps every run the same (mulberry32).
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
