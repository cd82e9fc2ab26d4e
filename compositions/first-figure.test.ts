import { expect, test } from 'vitest'
import { firstFigureOf } from './first-figure.ts'

test.each([
  ['24,500 cups brewed every week', '24,500'],
  ['We saved 35% last year', '35%'],
  ['%87 daha az plastik', '%87'],
  ['Yüzde değil, 1.250,50 ₺ kazanç', '1.250,50 ₺'],
  ['Ab 1.299,00 € im Monat', '1.299,00 €'],
  ['Only $30 today', '$30'],
  ['₪120 להזמנה', '₪120'],
  ['חוסכים 35% על כל הזמנה', '35%'],
  ['٢٥٪ خصم على كل طلب', '٢٥٪'],
  ['1 200 000 чашек в год', '1 200 000'],
  ['12\u00a0500 clients', '12\u00a0500'],
  ['3x faster than before', '3x'],
  ['Over 2M downloads', '2M'],
  ['10 minutes a day', '10'],
  ['−4 °C is enough', '−4 °C'],
  ['Bake at 485°F for an hour', '485°F'],
  ['A full 360° view', '360°'],
  ['Yalnızca 389 TL', '389 TL'],
  ['1.249,90 TL, kargo dahil', '1.249,90 TL'],
  ['Ab EUR 20 im Monat', 'EUR 20'],
  ['Только 250 руб. в месяц', '250 руб'],
  ['49 kr per månad', '49 kr'],
  ['12 kroner', '12'],
  ['The plan costs $38 million', '$38 million'],
  ['5 bin kişi geldi', '5 bin'],
  ['Über 3,5 Mio. € gespart', '3,5 Mio. €'],
  ['2 millones de libros', '2 millones'],
  ['7 binders', '7'],
  ['20 Clowns', '20'],
  ['Open 24/7 for you', '24/7'],
  ['In 5 000 words or 3', '5 000'],
])('%s has the figure %s', (text, figure) => {
  expect(firstFigureOf(text)).toBe(figure)
})

test.each(['No number here', 'The B2B market', 'Çok hızlı', ''])('%s has none', (text) => {
  expect(firstFigureOf(text)).toBeNull()
})

test('a sentence end is not part of a figure', () => {
  expect(firstFigureOf('We won 12. Then we slept.')).toBe('12')
})
