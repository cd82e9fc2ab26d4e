import type { Language } from '../../shared/language.ts'

export type LanguageGuess = {
  language: Language
  /** False when hardly anything speaks for the guess. */
  isSure: boolean
}

const sampleChars = 20_000
const sureHits = 6
// One word alone, such as `com`, tells nothing.
const enoughHits = 2
const markHits = 1.5

/**
 * The language of a text among those that videos can have, by script and frequent words; null when
 * most of its letters belong to a script that no video can show.
 */
export function guessLanguage(text: string): LanguageGuess | null {
  const sample = text.slice(0, sampleChars)
  const letterCount = count(sample, /\p{L}/gu)
  const drawableCount = scripts.reduce((sum, script) => sum + count(sample, script.letters), 0)
  if (drawableCount < letterCount / 2) return null
  const main = scripts.reduce((best, script) =>
    count(sample, script.letters) > count(sample, best.letters) ? script : best,
  )
  if (main.name === 'latin') return guessByWords(sample)
  if (main.name === 'cyrillic') return guessCyrillic(sample)
  return { language: main.name, isSure: true }
}

const scripts = [
  { name: 'latin', letters: /\p{Script=Latin}/gu },
  { name: 'he', letters: /\p{Script=Hebrew}/gu },
  { name: 'ar', letters: /\p{Script=Arabic}/gu },
  { name: 'cyrillic', letters: /\p{Script=Cyrillic}/gu },
  { name: 'el', letters: /\p{Script=Greek}/gu },
] as const

const frequentWords: Partial<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(
    'the and of to is in that for with you are this your our we was have from on it as be at',
  ),
  tr: wordSet(
    've bir bu için ile da de çok daha olarak en gibi olan her kadar sonra ne var değil ya',
  ),
  de: wordSet(
    'der die das und ist nicht mit ein eine zu den auf für von sich wir sie ihr auch dem im',
  ),
  fr: wordSet(
    'le la les des et est une un pour dans que qui sur avec vous nous pas du au ce ces votre',
  ),
  es: wordSet(
    'el la los las de y es una un para que en con por su del se más como nuestro nuestra tu',
  ),
  pt: wordSet(
    'o a os as de e é uma um para que em com não por da do das dos mais como seu nossa nosso',
  ),
  it: wordSet(
    'il la le di e è una un per che in con non del della dei più sono nostro nostra si gli da',
  ),
  nl: wordSet(
    'de het een en van is in dat voor met zijn op niet je wij ons onze aan ook bij uw te',
  ),
  pl: wordSet('i w na z do się nie jest że to dla jak po przez od o za oraz są nasz nasze co tak'),
  sv: wordSet(
    'och att det är en ett som för på med av den till inte har vi du om din vår våra kan från',
  ),
}

// Letters and endings that no other of these languages has.
const ownMarks: Partial<Record<Language, RegExp>> = {
  tr: /[ğĞışŞİ]|(?:yor(?:um|uz|lar)?|ları|leri|l[ae]r[ıi]m[ıi]z|s[ıi]n[ıi]z)$/u,
  de: /ß/u,
  fr: /[œŒ]|^(?:[cdjlmnst]|qu)['’]\p{L}/iu,
  es: /[ñÑ]/u,
  pt: /[ãõÃÕ]/u,
  pl: /[ąęłńśźżĄĘŁŃŚŹŻ]/u,
  sv: /[åÅ]/u,
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

function guessByWords(sample: string): LanguageGuess {
  const words = sample.match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu) ?? []
  let best: { language: Language; hits: number } = { language: 'en', hits: 0 }
  let secondHits = 0
  for (const language of ['en', 'tr', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv'] as const) {
    const hits = evidenceFor(language, words)
    if (hits > best.hits) {
      secondHits = best.hits
      best = { language, hits }
    } else secondHits = Math.max(secondHits, hits)
  }
  if (best.hits < enoughHits) return { language: 'en', isSure: false }
  const isSure = best.hits >= sureHits && best.hits >= secondHits * 1.5
  return { language: best.language, isSure }
}

function evidenceFor(language: Language, words: readonly string[]): number {
  return words.reduce((sum, word) => {
    if (frequentWords[language]?.has(word.replaceAll('İ', 'i').toLowerCase())) return sum + 1
    return ownMarks[language]?.test(word) === true ? sum + markHits : sum
  }, 0)
}

function guessCyrillic(sample: string): LanguageGuess {
  const ukrainian = count(sample, /[іїєґ]/giu)
  const russian = count(sample, /[ыэъё]/giu)
  return { language: ukrainian > russian ? 'uk' : 'ru', isSure: ukrainian + russian >= sureHits }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
