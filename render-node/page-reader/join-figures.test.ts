import { expect, test } from 'vitest'
import { joinFigures } from './join-figures.ts'

const joinedTexts = (...texts: string[]) =>
  joinFigures(texts.map((text) => ({ kind: 'text', text }))).map(({ text }) => text)

test('a figure goes before what it counts', () => {
  expect(joinedTexts('14,000', 'servers watched')).toEqual(['14,000 servers watched'])
})

test('a figure that its label repeats is said once', () => {
  expect(joinedTexts('12.400', 'Bugüne kadar 12.400 sofraya ulaştık')).toEqual([
    'Bugüne kadar 12.400 sofraya ulaştık',
  ])
})

test.each(['1.249,90 TL', '$49', '7,50 €', 'EUR 20'])('the price %s stays by itself', (price) => {
  expect(joinedTexts(price, '28 cm, kurşunsuz sır')).toEqual([price, '28 cm, kurşunsuz sır'])
  expect(joinedTexts('Bowl', price)).toEqual(['Bowl', price])
})

test('a price keeps what it is paid for', () => {
  expect(joinedTexts('$8', 'per user')).toEqual(['$8 per user'])
})
