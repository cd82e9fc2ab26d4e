import { type Language, languages } from '../../shared/language.ts'
import { guessLanguage } from './guess-language.ts'

/**
 * The language of a page: what it declares, unless its words clearly speak another one, as on pages
 * made from foreign templates. Null when no video can show its script.
 */
export function pageLanguage(declared: string, text: string): Language | null {
  const guess = guessLanguage(text)
  if (guess === null) return null
  return guess.isSure ? guess.language : (supportedLanguage(declared) ?? guess.language)
}

function supportedLanguage(tag: string): Language | undefined {
  const code = tag.trim().toLowerCase().split(/[-_]/, 1)[0]
  const current = code === 'iw' ? 'he' : code
  return languages.find((language) => language.code === current)?.code
}
