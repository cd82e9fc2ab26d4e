import type { Language } from '../../shared/language.ts'

/** The words that end a video, in its language, pointing at a site by name or address. */
export function callWords(site: string, language: Language): string {
  return words[language](site)
}

const words: Record<Language, (site: string) => string> = {
  en: (site) => `Read more at ${site}`,
  tr: (site) => `Devamı ${site} sitesinde`,
  he: (site) => `עוד באתר ${site}`,
  ar: (site) => `المزيد على موقع ${site}`,
  de: (site) => `Mehr dazu auf ${site}`,
  fr: (site) => `À lire sur ${site}`,
  es: (site) => `Más en ${site}`,
  pt: (site) => `Saiba mais em ${site}`,
  it: (site) => `Scopri di più su ${site}`,
  nl: (site) => `Lees meer op ${site}`,
  pl: (site) => `Więcej na ${site}`,
  sv: (site) => `Läs mer på ${site}`,
  el: (site) => `Περισσότερα στο ${site}`,
  ru: (site) => `Подробнее на ${site}`,
  uk: (site) => `Докладніше на ${site}`,
}
