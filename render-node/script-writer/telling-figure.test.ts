import { expect, test } from 'vitest'
import { tellingFigure } from './telling-figure.ts'

test.each([
  'Yalnızca 389 TL',
  'Tabak 1.249,90 TL',
  'A day pass for $49',
  'Ab EUR 20 im Monat',
  'Already 2 million loaves',
  'It burns at 485 °C',
  '%87 daha az plastik',
  'Bugüne kadar 12.400 sofraya ulaştık',
  '4,9/5 puan, 850 yorum',
  '1 200 besökare i Göteborg',
])('%s tells the most', (text) => {
  expect(tellingFigure(text)).toBe(3)
})

test.each(['Tam 30 yıl ustalık', 'One of 120 canvas cabins'])('%s tells something', (text) => {
  expect(tellingFigure(text)).toBe(2)
})

test.each([
  "Atölyemiz Saat 07.00'de açılır",
  'Açılış saat 19',
  'Aperto dalle 09.00',
  'Doors open at 7 pm',
  'June 12–14 in the desert',
  'Am 24. Dezember geschlossen',
  '15 Mayıs günü buradayız',
  'El 12 de octubre abrimos',
  'Geldik 12.08.2026 günü',
  'Gates: 1200 Mesa Road, Salame, AZ 85348',
  'Cumhuriyet Cad. No: 45, 43100 Kütahya',
  'Musterstraße 12, Berlin',
  'Tel: 0274 223 45 67',
  'Call 555-0142 to book',
  '1,5 su bardağı şeker',
  'On March 3 we saved 40% of our bread',
])('%s tells nothing that a video could show large', (text) => {
  expect(tellingFigure(text)).toBe(0)
})
