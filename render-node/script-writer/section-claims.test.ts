import { expect, test } from 'vitest'
import { sectionClaims } from './section-claims.ts'

const claimsOf = (heading: string, texts: string[], items: string[] = []) =>
  sectionClaims({ heading, texts: [...texts, ...items] }, (text) => items.includes(text)).map(
    ({ source, support }) => [source, support],
  )

test('a short line stays with the heading that explains it', () => {
  expect(claimsOf('How to get there', ['the Red line, Salame station'])).toEqual([
    ['How to get there', 'the Red line, Salame station'],
  ])
})

test('a price and what is priced stay apart, under their heading', () => {
  expect(claimsOf('Bowl', ['389 TL', '28 cm, lead-free', 'Fired twice by hand.'])).toEqual([
    ['Bowl', '389 TL · 28 cm, lead-free'],
    ['Fired twice by hand.', ''],
  ])
})

test.each([
  [['Rye', 'Wheat', 'Spelt'], 'Rye, Wheat, Spelt'],
  [['Rye, dark', 'Wheat'], 'Rye, dark · Wheat'],
  [['Wash the rice.', 'Add the milk.'], 'Wash the rice. Add the milk.'],
  [['تنظيف', 'تقويم'], 'تنظيف، تقويم'],
])('the short items %j are told together', (items, support) => {
  expect(claimsOf('List', [], items)).toEqual([['List', support]])
})

test('short items behind a sentence are one claim, long ones are claims of their own', () => {
  const long = [
    'Two bellows pockets that take a flask each, even a big one',
    'A zip that runs both ways',
  ]
  expect(claimsOf('', ['We bake bread.'], ['Rye', 'Wheat'])).toContainEqual(['Rye', 'Wheat'])
  expect(claimsOf('', ['We bake bread.'], long)).toHaveLength(3)
})

test('figures that count something are claims of their own', () => {
  const stats = ['98% of guests return', '14,000 loaves a year']
  expect(claimsOf('Bread by the sea', stats)).toHaveLength(3)
  expect(claimsOf('Bread by the sea', [], stats)).toHaveLength(3)
})

test('a heading over a place or opening hours is no claim', () => {
  const claims = claimsOf('Contact', ['Mill Lane'])
  expect(claims).toEqual([['Mill Lane', '']])
})
