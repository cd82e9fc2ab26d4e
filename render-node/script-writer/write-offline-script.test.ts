import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { missingGlyphs } from '../../shared/glyph-coverage.ts'
import { type Language, languages } from '../../shared/language.ts'
import { type Script, scriptSchema } from '../../shared/script.ts'
import { pageFromText } from '../page-reader/page-from-text.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { readPage } from '../page-reader/read-page.ts'
import { writeOfflineScript } from './write-offline-script.ts'

function pageOf(name: string): PageText {
  const bytes = readFileSync(new URL(`../page-reader/${name}.html`, import.meta.url))
  const reading = readPage({ bytes, contentType: 'text/html', url: 'https://example.com/' })
  if (!reading.ok) throw new Error(`Cannot read ${name}: ${reading.code}`)
  return reading.page
}

function scriptOf(page: PageText): Script {
  return v.parse(scriptSchema, writeOfflineScript(page, page.language).script)
}

function textOf(script: Script): string {
  return script.scenes.map(({ caption, narration }) => `${caption}\n${narration}`).join('\n')
}

function wordsOfPage(page: PageText): string[] {
  const { title, description, headings, sentences, listItems, quotes } = page
  const quoted = quotes.map(({ text }) => text)
  return [title, description, ...headings, ...sentences, ...listItems, ...quoted]
}

const fixtures = [
  {
    name: 'fixtures/saas-landing',
    hook: 'Know before your servers do',
    has: [
      '14,000 servers watched every minute',
      'We have not been woken up at night since March.',
      'Read more at Tidewatch',
    ],
    not: /cookie|Accept|Pricing|Log in|newsletter|trial|rights/i,
  },
  {
    name: 'fixtures/shop-product',
    hook: 'The Fell Jacket – waxed cotton, made in Kendal',
    has: ['Bring it back with a tear and we will patch it for nothing, for 25 years.'],
    not: /cookie|basket|size|also like|Home|sale\b/i,
  },
  {
    name: 'fixtures/blog-article',
    hook: 'Why we moved our bakery to the night shift – and what it did to the bread',
    has: ['Waste went down by 40%', 'Bread is mostly waiting, and waiting is free.'],
    not: /cookie|Popular|Great post|Share|Recipes/i,
  },
  {
    name: 'fixtures/turkish-workshop',
    hook: 'Sofranıza toprağın sıcaklığı',
    has: ['Kahvenin tadı bile değişti sanki.', 'Devamı Çınaraltı Seramik sitesinde'],
    not: /çerez|İletişim|hakları/i,
  },
  {
    name: 'fixtures/hebrew-studio',
    hook: 'לנשום. להתמתח. לחזור לעצמך.',
    has: ['92% מהתלמידים שלנו חוזרים', 'עוד באתר סטודיו רימון'],
    not: /cookie|צור קשר|הזכויות/,
  },
  {
    name: 'fixtures/restaurant',
    hook: 'Trattoria Bellavista',
    has: ['Read more at example.com'],
    not: /Sign up|10%|Book|\+39|12:00|🍝/i,
  },
  {
    name: 'sample/sample',
    hook: 'Boots that outlive their owners’ excuses',
    has: ['Read more at Copperline Boots'],
    not: /cookie|Shop all|Sign in|newsletter|rights/i,
  },
]

describe('writeOfflineScript', () => {
  test.each(fixtures)('$name becomes a script of its own words', ({ name, hook, has, not }) => {
    const script = scriptOf(pageOf(name))
    expect(script.scenes[0]).toMatchObject({ kind: 'hook', caption: hook })
    expect(script.scenes.at(-1)?.kind).toBe('call')
    for (const text of has) expect(textOf(script)).toContain(text)
    expect(textOf(script)).not.toMatch(not)
  })

  test.each(fixtures)('$name gives 5 to 7 scenes of 20 to 35 s together', ({ name }) => {
    const { scenes } = scriptOf(pageOf(name))
    const seconds = scenes.reduce((sum, scene) => sum + scene.durationSeconds, 0)
    expect(scenes.length).toBeGreaterThanOrEqual(5)
    expect(scenes.length).toBeLessThanOrEqual(7)
    expect(seconds).toBeGreaterThanOrEqual(20)
    expect(seconds).toBeLessThanOrEqual(35)
  })

  test.each(fixtures)('every claim of $name stands on the page as its source says', ({ name }) => {
    const page = pageOf(name)
    const parts = wordsOfPage(page)
    for (const scene of scriptOf(page).scenes.filter(({ kind }) => kind !== 'call')) {
      expect(parts).toContain(scene.source)
      expect(scene.source).toContain(scene.caption.replace(/…$/u, ''))
    }
  })

  test.each(fixtures)('no two scenes of $name say the same', ({ name }) => {
    const texts = textOf(scriptOf(pageOf(name)))
      .split('\n')
      .filter(Boolean)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('the same page gives the same script', () => {
    expect(scriptOf(pageOf('sample/sample'))).toEqual(scriptOf(pageOf('sample/sample')))
  })

  test.each([
    ['We bake bread.', ['We bake bread.']],
    ['We bake bread. It takes two days.', ['We bake bread.', 'It takes two days.']],
  ])('a text as short as %j becomes as many scenes as it has sentences', (text, captions) => {
    const reading = pageFromText(text)
    const script = reading.ok ? scriptOf(reading.page) : null
    expect(script?.scenes.map(({ caption }) => caption)).toEqual(captions)
  })

  test('a long sentence is cut between words, with an ellipsis', () => {
    const text = `Our bakery ${'slowly ferments '.repeat(20)}everything.`
    const reading = pageFromText(text)
    const caption = reading.ok ? scriptOf(reading.page).scenes[0]?.caption : ''
    expect(caption).toMatch(/^Our bakery slowly .*(?:slowly|ferments)…$/)
    expect(caption?.length).toBeLessThanOrEqual(90)
  })

  test.each([
    ['In 2019 we opened our bakery by the sea.', 'point'],
    ['We are open from 9:00 to 17:30 every day.', undefined],
    ['Call us at 555 123 4567 to order a cake.', undefined],
    ['We have baked 12,400 loaves for this town.', 'number'],
    ['A loaf costs €4 on every day of the week.', 'number'],
    ['Nine of ten guests come back, that is 90% of them.', 'number'],
  ])('%j becomes a scene of kind %s', (sentence, kind) => {
    const reading = pageFromText(`# Bread by the sea\n\n${sentence}`)
    const script = reading.ok ? scriptOf(reading.page) : null
    expect(script?.scenes.find(({ caption }) => caption === sentence)?.kind).toBe(kind)
  })

  test.each(languages)('the closing words exist in $name', ({ code }) => {
    const page = { ...pageOf('fixtures/saas-landing'), language: code }
    const caption = scriptOf(page).scenes.at(-1)?.caption ?? ''
    expect(caption).toContain('Tidewatch')
    expect(missingGlyphs(caption)).toEqual([])
  })
})

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
      const outcome = v.safeParse(scriptSchema, writeOfflineScript(page, page.language).script)
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
        ? v.is(scriptSchema, writeOfflineScript(reading.page, 'en').script)
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
