/** True for a sentence about cookies, rights or the site itself rather than about its subject. */
export function isBoilerplateText(text: string): boolean {
  return boilerplateTexts.some((pattern) => pattern.test(text))
}

const boilerplateTexts = [
  /\bcookies?\b.{0,80}\b(?:accept|agree|analytics|browser|consent|experience|polic|preferences|privacy|settings|traffic|use)/iu,
  /\b(?:accept|agree|consent|manage|reject|uses?|using|sets?)\b.{0,60}\bcookies?\b/iu,
  /\bcookies?\b.{0,80}(?:akzeptier|verwend|einwillig|acept|utiliz|usamos|acceptez|accepter|utilis|gebruik|używa|använd|χρησιμοπ|использ|використ)/iu,
  /(?:akzeptier|verwend|acept|utiliz|usamos|utilis|gebruik|używa|använd|χρησιμοπ|использ|використ)\p{L}*.{0,60}\bcookies?\b/iu,
  /çerez(?:ler)?.{0,80}(?:kullan|kabul|politika|onay)|cookie.{0,60}kullan|עוגיות|קובצי cookie|ملفات تعريف الارتباط|файлы? cookie|файли cookie|plik\p{L}* cookie|ciasteczk/iu,
  /^(?:skip to|jump to|zum inhalt|aller au contenu|saltar al|içeriğe (?:atla|geç)|דלג(?:ו)? ל)/iu,
  /^(?:©|copyright\b|\(c\) ?\d)|all rights reserved|tüm hakları saklıdır|כל הזכויות שמורות|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|جميع الحقوق محفوظة|все права защищены/iu,
  /^(?:share|follow us|sign up|log ?in|subscribe|read more|learn more|add to (?:cart|basket|bag)|buy now|back to top|loading|advertisement|menu|search)\b.{0,24}$/iu,
  /^share (?:this|on|with|via|the)\b|^(?:bunu |bu (?:yazıyı|sayfayı) )?paylaş\b|^(?:diesen )?(?:artikel|beitrag) teilen/iu,
  /^(?:\S+\s+){0,4}?(?:(?:facebook|twitter|instagram|whats ?app|pinterest|linked ?in|telegram|reddit|tumblr|youtube|tiktok|threads|bluesky|mastodon)[^\p{L}]*){2,}(?:\S+\s*){0,3}$/iu,
  /^(?=.{1,160}$)(?=.*(?:shar|paylaş|takip|teilen|partag|compart|condivid|follow|deel|udostępnij)).*(?:(?:facebook|twitter|instagram|whats ?app|pinterest|linked ?in|telegram)\b.*){2,}/iu,
  /\b(?:e-?mail )?address will not be published|required fields are marked|notify me of (?:new|follow-?up)|^\d+ (?:comments?|repl(?:y|ies))$|e-?posta (?:adresiniz|hesabınız) yayımlanmayacak/iu,
  /^(?:by|von|par|por|door|yazan)\b.{0,60}\b\d+\s?min(?:ute)?s?\b|^\d+[ -]min(?:ute)?s? read$/iu,
  /\b(?:enable|requires?) javascript\b|javascript (?:is )?(?:required|disabled)/iu,
]

/** True for a heading over the site's own upkeep: comments, newsletters, sharing, other pages. */
export function isBoilerplateHeading(text: string): boolean {
  return boilerplateHeadings.some((pattern) => pattern.test(text.trim()))
}

const boilerplateHeadings = [
  /^(?:leave|post|add|write) (?:a |your )?(?:comment|reply)|^(?:\d+ )?(?:comments?|repl(?:y|ies)|responses)(?: \(\d+\))?$|^join the (?:conversation|discussion)/iu,
  /^(?:newsletter|e-?bülten)$|^(?:subscribe|sign up)\b|\b(?:newsletter|mailing list|e-?bülten\p{L}*|bültenimize)$|^join (?:my|our) (?:newsletter|list|mailing)/iu,
  /^share (?:this|on|it)\b|^share$|^(?:bunu )?paylaş$|^follow (?:us|me)\b|^bizi takip/iu,
  /^(?:you (?:may|might) also|related (?:posts|articles|products|stories)|more from|popular posts|recent posts|benzer (?:ürünler|yazılar)|ilgili yazılar)/iu,
  /^(?:yorum(?:lar)?|yorum (?:yap|yaz|bırak)\p{L}*)(?: \(\d+\))?$|^\d+ yorum$|^kommentare?$|^(?:einen )?kommentar schreiben|^(?:laisser un )?commentaires?$|^(?:deja un )?comentarios?$/iu,
]
