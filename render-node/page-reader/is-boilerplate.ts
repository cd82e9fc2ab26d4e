export type Attributes = Readonly<Record<string, string>>

// Elements whose text is never part of what a page says.
const silentTags = new Set(
  `address aside audio button canvas caption datalist dialog embed fieldset footer head iframe input
   label legend map math menu nav noscript object option picture pre progress script select style svg
   template textarea thead video`.split(/\s+/),
)
const silentRoles = new Set(
  `alert alertdialog complementary contentinfo dialog menu menubar navigation search status tablist
   toolbar tooltip`.split(/\s+/),
)
const silentWords = new Set(
  `ads adsbygoogle advert advertisement breadcrumb breadcrumbs comments consent cookieconsent cookiebot
   footer gdpr lightbox modal nav navbar navigation newsletter offcanvas onetrust pagination paywall
   popup recommended related share sharing sidebar skiplink social sponsored toast topbar`.split(
    /\s+/,
  ),
)
const cookieNoticeWords = new Set(
  'banner bar box dialog law message notice overlay policy'.split(' '),
)
// `has-sidebar` or `modal-open` describe a page around such a part, and `social-proof` is praise.
const wrapperWords = new Set('content has no open page proof with without wrapper'.split(' '))

/** True for an element that holds navigation, notices, controls or nothing that a reader sees. */
export function isBoilerplate(tag: string, attributes: Attributes): boolean {
  if (tag === 'html' || tag === 'body' || tag === 'main') return false
  return (
    silentTags.has(tag) ||
    silentRoles.has(attributes.role ?? '') ||
    isHidden(attributes) ||
    (tag !== 'article' && isNamedAsBoilerplate(attributes))
  )
}

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
  /\b(?:enable|requires?) javascript\b|javascript (?:is )?(?:required|disabled)/iu,
]

function isHidden(attributes: Attributes): boolean {
  const style = (attributes.style ?? '').slice(0, 500)
  const classes = (attributes.class ?? '').slice(0, 500)
  return (
    ('hidden' in attributes && attributes.hidden !== 'until-found') ||
    attributes['aria-hidden'] === 'true' ||
    /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style) ||
    (/(?:^|\s)hidden(?:\s|$)/.test(classes) && !/:(?:block|flex|grid|inline)/.test(classes)) ||
    /(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text)(?:\s|$)/.test(classes)
  )
}

function isNamedAsBoilerplate(attributes: Attributes): boolean {
  return [attributes.id, ...(attributes.class ?? '').slice(0, 500).split(/\s+/)].some(
    isBoilerplateName,
  )
}

function isBoilerplateName(name = ''): boolean {
  const words = name
    .slice(0, 100)
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
  if (words.some((word) => wrapperWords.has(word))) return false
  const isCookieNotice =
    words.some((word) => word === 'cookie' || word === 'cookies') &&
    words.some((word) => cookieNoticeWords.has(word))
  return isCookieNotice || words.some((word) => silentWords.has(word))
}
