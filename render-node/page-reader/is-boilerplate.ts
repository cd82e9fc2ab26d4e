export type Attributes = Readonly<Record<string, string>>

// Elements whose text is never part of what a page says.
const silentTags = new Set(
  `address aside audio button canvas caption datalist del dialog embed fieldset footer head iframe input
   label legend map math menu nav noscript object option picture pre progress s script select strike style svg
   template textarea thead video`.split(/\s+/),
)
const silentRoles = new Set(
  `alert alertdialog complementary contentinfo dialog menu menubar navigation search status tablist
   toolbar tooltip`.split(/\s+/),
)
const silentWords = new Set(
  `addtoany addthis ads adsbygoogle advert advertisement breadcrumb breadcrumbs bulten commentform
   commentlist comments consent cookieconsent cookiebot disqus ebulten footer gdpr lightbox mailchimp
   modal nav navbar navigation newsletter offcanvas onetrust pagination paylas paywall popup
   recommended related respond share sharing sidebar skiplink social sponsored subscribe toast topbar
   yorumlar`.split(/\s+/),
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
