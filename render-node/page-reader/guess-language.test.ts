import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'

test.each([
  ['Saç kesimi, cilt bakımı, ağda', 'tr'],
  ['İncirli Çini Atölyesi El Yapımı Seramik', 'tr'],
  ['Elle boyuyoruz, ellerimizle pişiriyoruz', 'tr'],
  ['İnci ve İpek', 'tr'],
  ['Welcome to my shop dot com', 'en'],
  ['Handmade candles', 'en'],
  ['Our chef Işıl Yılmaz is in the kitchen, and you are at the table', 'en'],
  ['Zażółć gęślą jaźń', 'pl'],
  ['Große Straße', 'de'],
  ['Pães e corações', 'pt'],
  ['The café and the piñata of your dreams', 'en'],
])('%j is taken for %s', (text, language) => {
  expect(guessLanguage(text)?.language).toBe(language)
})

test('a Turkish page in few words is still surely Turkish, one word alone is never sure', () => {
  const shop = 'Sofranıza renk katan çiniler. Her parça atölyemizde elle boyanır.'
  expect(guessLanguage(`${shop} Bugüne kadar sofraya ulaştık.`)?.isSure).toBe(true)
  expect(guessLanguage('Şeker')?.isSure).toBe(false)
})
