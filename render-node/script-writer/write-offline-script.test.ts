import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { missingGlyphs } from '../../shared/glyph-coverage.ts'
import { languages } from '../../shared/language.ts'
import { type Script, scriptSchema } from '../../shared/script.ts'
import { pageFromText } from '../page-reader/page-from-text.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { readPage } from '../page-reader/read-page.ts'
import { drawableWords } from './drawable-words.ts'
import { writeOfflineScript } from './write-offline-script.ts'

function pageOf(name: string): PageText {
  const bytes = readFileSync(new URL(`../page-reader/${name}.html`, import.meta.url))
  const reading = readPage({ bytes, contentType: 'text/html', url: 'https://example.com/' })
  if (!reading.ok) throw new Error(`Cannot read ${name}: ${reading.code}`)
  return reading.page
}

function scriptOf(page: PageText): Script {
  return v.parse(scriptSchema, writeOfflineScript(page).script)
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
      'Start free trial',
    ],
    not: /cookie|Accept|Pricing|Log in|newsletter|rights/i,
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
    name: 'fixtures/turkish-shop',
    hook: 'Sofranıza renk katan çiniler',
    has: [
      'Bugüne kadar 12.400 sofraya ulaştık',
      'Lale Desenli Tabak\n1.249,90 TL · 28 cm, kurşunsuz sır',
      'Karanfil Kase\n389 TL',
      'Koleksiyonu keşfet',
    ],
    not: /12\.400 .*12\.400|07\.00|43100|0274|Abone|bülten|hakları/i,
  },
  {
    name: 'fixtures/food-blog',
    hook: 'The only no-knead focaccia you need',
    has: [
      'Ingredients\n500 g bread flour · 400 g water · 10 g salt · Olive oil',
      'A tray costs about $4 and feeds eight people.',
      'Read more at Crumb Diary',
    ],
    not: /- Crumb|Facebook|comment|email|Subscribe|Sunday|min read/i,
  },
  {
    name: 'fixtures/event',
    hook: 'Three nights of desert music',
    has: [
      'June 12–14, 2026 · Salame, Arizona',
      'Line-up\nThe Low Pines, Mara Vell, Copper Choir, DJ Anselm',
      'How to get there\nthe Red line, Salame station',
      'Day pass $49, all three nights $119.',
      'Get your ticket',
    ],
    not: /2026 —|85348|16:30|555/i,
  },
  {
    name: 'fixtures/emoji-pizza',
    hook: 'Pizza Nonna',
    has: [
      'Dogs, kids and big families welcome.',
      'We take it from dough to plate.',
      'Our oven burns at 485 °C, so your pizza is ready in 90 seconds!',
      'Tomatoes, basil and garlic grow behind the kitchen.',
      'Book a table',
    ],
    not: /\s[.,!]|Thumbs up|\u200d/i,
  },
  {
    name: 'fixtures/price-table',
    hook: 'Simple pricing for teams that write',
    has: ['Team: $8 per user, Unlimited notes', 'Start for free'],
    not: /Loopnote|Plan, Price|Plan: Price/i,
  },
  {
    name: 'sample/sample',
    hook: 'Boots that outlive their owners’ excuses',
    has: ['Find your pair'],
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
      expect(drawableWords(scene.source ?? '')).toContain(scene.caption.replace(/…$/u, ''))
    }
  })

  test.each(fixtures)('no two scenes of $name say the same', ({ name }) => {
    const texts = textOf(scriptOf(pageOf(name)))
      .split('\n')
      .filter(Boolean)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test.each(fixtures)(
    'no scene of $name says again what another one or itself says',
    ({ name }) => {
      const texts = textOf(scriptOf(pageOf(name)))
        .split('\n')
        .filter((text) => text.length > 12)
      const repeated = texts.filter((text, index) =>
        texts.some((other, place) => place !== index && other.includes(text)),
      )
      expect(repeated).toEqual([])
    },
  )

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

  test.each([
    ['# Bread by the sea\n\nWe bake bread. Come and see us!', 'Bread by the sea'],
    ['We bake bread. It takes two days. Come and see us!', 'Come and see us!'],
    ['we bake bread. it takes two days. come and see us.', 'come and see us.'],
  ])('a text of nobody in particular, %j, ends by its own words %j', (text, caption) => {
    const reading = pageFromText(text)
    const script = reading.ok ? scriptOf(reading.page) : null
    expect(script?.scenes.at(-1)).toMatchObject({ kind: 'call', caption })
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
    const page = { ...pageOf('fixtures/saas-landing'), callToAction: '', language: code }
    const caption = scriptOf(page).scenes.at(-1)?.caption ?? ''
    expect(caption).toContain('Tidewatch')
    expect(missingGlyphs(caption)).toEqual([])
  })
})

test('a script is in the language of its page, whichever one a page has', () => {
  expect(writeOfflineScript(pageOf('fixtures/turkish-shop')).language).toBe('tr')
  expect(writeOfflineScript(pageOf('fixtures/food-blog')).language).toBe('en')
})
