import { cleanText } from '../../shared/text.ts'
import type { Control } from './control-reader.ts'

const charsMax = 40
const wordCount = { min: 2, max: 6 }

/**
 * What a page itself asks its readers to do, in the words of its button; empty without one. Around a
 * single article such buttons belong to the site, not to what the article says.
 */
export function callToAction(page: { controls: readonly Control[]; articleCount: number }): string {
  const isOneArticle = page.articleCount === 1
  const controls = page.controls.filter(({ isInArticle }) => isInArticle || !isOneArticle)
  const buttonsFirst = controls.toSorted(
    (one, other) => Number(other.isButton) - Number(one.isButton),
  )
  return buttonsFirst.map(({ text }) => withoutArrows(text)).find(isInvitation) ?? ''
}

function withoutArrows(text: string): string {
  return cleanText(text).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}!.)]+$/gu, '')
}

function isInvitation(text: string): boolean {
  const count = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (text.length > charsMax || count < wordCount.min || count > wordCount.max) return false
  return !chore.test(text) && (begins.test(text) || ends.test(text))
}

// What invites to the site's own upkeep, or to nothing that a video could be about.
const chore =
  /\b(?:all|more|again|newsletter|mailing list|updates|account|password|directions|status|cart|basket|bag|video|pdf|category|comments?|cookies?|facebook|instagram|twitter|whatsapp|youtube|linkedin|tiktok|pinterest|us on)\b|bülten|yorum|çerez|sepet|parola|şifre|hesap|konto|warenkorb|compte|panier|cuenta|carrito|carrello|winkelwagen|koszyk|аккаунт|корзин|кошик|עגלה|חשבון|السلة/iu

const begins = whole(
  `get book buy order shop start try join find discover explore reserve request schedule claim donate
   plan design build create rent hire taste visit come meet register apply play
   jetzt bestelle buche entdecke probiere reserviere sichere
   réserver réservez commander commandez acheter achetez découvrir découvrez essayer essayez rejoindre rejoignez
   reserva reserve compra compre pide pida descubre descubra empieza prueba únete
   reserve compre peça descubra comece experimente
   prenota acquista ordina scopri prova inizia
   boek bestel koop ontdek reserveer probeer
   kup zamów zarezerwuj odkryj wypróbuj dołącz
   boka köp beställ upptäck prova
   κλείστε κλείσε αγοράστε παραγγείλετε ανακαλύψτε δοκιμάστε
   купить заказать забронировать попробовать записаться выбрать купите закажите забронируйте
   купити замовити забронювати спробувати записатися обрати
   הזמינו הזמן הזמנת קנו גלו התחילו הצטרפו הירשמו קבעו
   احجز اشتر اشتري اطلب اكتشف ابدأ جرب جرّب انضم`,
  (verbs) => `^(?:${verbs})(?![\\p{L}\\p{M}])`,
)

const ends = whole(
  `al alın ayırt ayırtın keşfet keşfedin incele inceleyin başla başlayın dene deneyin katıl katılın
   oluştur ver bestellen buchen reservieren kaufen entdecken anfragen starten testen besuchen vereinbaren
   sichern ausprobieren`,
  (verbs) => `(?<![\\p{L}\\p{M}])(?:${verbs})[!.]?$`,
)

function whole(verbs: string, patternOf: (alternatives: string) => string): RegExp {
  return new RegExp(patternOf(verbs.trim().split(/\s+/).join('|')), 'iu')
}
