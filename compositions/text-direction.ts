import { directionOf, type Language } from '../shared/language.ts'

const rightToLeftLetter = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const leftToRightLetter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

/** The language decides, unless every letter of the text runs the other way (a name, an address). */
export function textDirectionOf(text: string, language: Language): 'ltr' | 'rtl' {
  const hasRightToLeft = rightToLeftLetter.test(text)
  const hasLeftToRight = leftToRightLetter.test(text)
  if (hasRightToLeft && !hasLeftToRight) return 'rtl'
  if (hasLeftToRight && !hasRightToLeft) return 'ltr'
  return directionOf(language)
}
