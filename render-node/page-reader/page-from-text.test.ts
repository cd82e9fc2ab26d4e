import { describe, expect, test } from 'vitest'
import { pageFromText } from './page-from-text.ts'
import type { PageText } from './page-text.ts'

function pageOf(text: string): PageText {
  const outcome = pageFromText(text)
  if (!outcome.ok) throw new Error(`Cannot read text: ${outcome.code}`)
  return outcome.page
}

describe('pageFromText', () => {
  test('reads paragraphs, headings, lists and quotes as people type them', () => {
    const page = pageOf(
      '# Bread by the sea\r\n\r\nWe bake every day\r\nbut Monday. Come early.\r\n\r\nWhat we bake\r\n- Rye with caraway\r\n* Sourdough\r\n1. Sea salt buns\r\n\r\n> The best crust I know.',
    )
    expect(page).toMatchObject({
      title: 'Bread by the sea',
      headings: ['Bread by the sea', 'What we bake'],
      sentences: ['We bake every day but Monday.', 'Come early.'],
      listItems: ['Rye with caraway', 'Sourdough', 'Sea salt buns'],
      quotes: [{ text: 'The best crust I know.', by: '' }],
      host: '',
      siteName: '',
      language: 'en',
    })
  })

  test('a single sentence is its own title', () => {
    expect(pageOf('We bake bread every day.')).toMatchObject({ title: 'We bake bread every day.' })
  })

  test.each([
    [
      'Biz her sabah ekmek pişiriyoruz ve bu işi çok seviyoruz. Bir de kahve var, daha ne olsun.',
      'tr',
    ],
    [
      'Wir backen jeden Tag, und das ist für uns nicht nur ein Beruf. Der Laden ist an der See.',
      'de',
    ],
    [
      'Nous cuisons le pain tous les jours, et la farine est dans les mains de nos amis pour vous.',
      'fr',
    ],
    ['Cocemos el pan todos los días y la harina es de los molinos que están en la costa.', 'es'],
    ['Fazemos o pão todos os dias e a farinha é dos moinhos que estão na costa, com amor.', 'pt'],
    [
      'Il pane è fatto ogni giorno con la farina che non viene da lontano, per gli amici della casa.',
      'it',
    ],
    [
      'Wij bakken elke dag brood en het meel is van de molen die aan de kust staat, voor ons dorp.',
      'nl',
    ],
    [
      'Pieczemy chleb na co dzień i to jest dla nas ważne, bo mąka nie jest z daleka, a od sąsiada.',
      'pl',
    ],
    [
      'Vi bakar bröd varje dag och det är inte bara ett jobb för oss, det är som ett hem till alla.',
      'sv',
    ],
    ['Ψήνουμε ψωμί κάθε μέρα δίπλα στη θάλασσα.', 'el'],
    ['Мы печём хлеб каждый день, и это лучшее, что мы умеем.', 'ru'],
    ['Ми печемо хліб щодня, і це найкраще, що ми вміємо робити їм.', 'uk'],
    ['نخبز الخبز كل يوم بجانب البحر.', 'ar'],
    ['אנחנו אופים לחם בכל יום ליד הים.', 'he'],
    ['Lorem ipsum dolor.', 'en'],
  ])('the language of %j is %s', (text, language) => {
    expect(pageOf(text).language).toBe(language)
  })

  test('a language its owner names is kept while the words do not clearly speak another', () => {
    expect(pageFromText('Simit, ayran', 'tr')).toMatchObject({ page: { language: 'tr' } })
  })

  test.each([
    ['', 'page_empty'],
    [' \n\t ', 'page_empty'],
    ['😀 😀 😀', 'page_empty'],
    ['a\u0000b', 'page_not_html'],
    ['我们每天早上烤面包。', 'language_not_supported'],
  ])('%j is refused as %s', (text, code) => {
    expect(pageFromText(text)).toMatchObject({ ok: false, code })
  })
})
