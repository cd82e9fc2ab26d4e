import * as v from 'valibot'

/**
 * Languages whose letters the composition's own fonts can draw (Latin, Cyrillic, Greek, Hebrew,
 * Arabic). Codes are BCP 47; names are what speakers call the language.
 */
export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'tr', name: 'Türkçe', direction: 'ltr' },
  { code: 'he', name: 'עברית', direction: 'rtl' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'pt', name: 'Português', direction: 'ltr' },
  { code: 'it', name: 'Italiano', direction: 'ltr' },
  { code: 'nl', name: 'Nederlands', direction: 'ltr' },
  { code: 'pl', name: 'Polski', direction: 'ltr' },
  { code: 'sv', name: 'Svenska', direction: 'ltr' },
  { code: 'el', name: 'Ελληνικά', direction: 'ltr' },
  { code: 'ru', name: 'Русский', direction: 'ltr' },
  { code: 'uk', name: 'Українська', direction: 'ltr' },
] as const

export const languageSchema = v.picklist(languages.map((language) => language.code))
export type Language = v.InferOutput<typeof languageSchema>

/** The writing direction of a language, for `dir` attributes and layout. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'he' || language === 'ar' ? 'rtl' : 'ltr'
}
