/** An open element while a page is read. */
export type Frame = {
  tag: string
  isSilent: boolean
  isLink: boolean
  kind: BlockKind
  isInMain: boolean
  isInArticle: boolean
  isLine: boolean
  isInForm: boolean
  hasQuote: boolean
  /** True for a table row with more than headings. */
  hasCell: boolean
}

export type BlockKind = 'text' | 'heading' | 'item' | 'quote' | 'cite'

/** What stands around a page. */
export const outermostFrame: Frame = {
  tag: '',
  isSilent: false,
  isLink: false,
  kind: 'text',
  isInMain: false,
  isInArticle: false,
  isLine: false,
  isInForm: false,
  hasQuote: false,
  hasCell: false,
}

export const voidTags = new Set(
  `area base basefont br col command embed frame hr img input isindex keygen link meta param source
   track wbr`.split(/\s+/),
)
/** Silent even on a page that says everything in places we take for boilerplate. */
export const hardSilentTags = new Set(
  'button head iframe math noscript object option script select style svg template textarea'.split(
    ' ',
  ),
)

/** What a text inside this element is. */
export function kindOf(tag: string, parent: Frame): BlockKind {
  if (headingTag.test(tag)) return 'heading'
  if (tag === 'blockquote') return 'quote'
  if (parent.kind === 'quote') return tag === 'footer' || tag === 'cite' ? 'cite' : 'quote'
  if (tag === 'figcaption') return 'cite'
  if (tag === 'li' || tag === 'dd') return 'item'
  return parent.kind === 'heading' || parent.kind === 'item' || parent.kind === 'cite'
    ? parent.kind
    : 'text'
}

/** Elements that do not break the line they stand in. */
export const lineTags = new Set(
  `a abbr b bdi bdo big cite code del dfn em font i img ins kbd mark q s samp small span strike strong
   sub sup td th time tt u var wbr`.split(/\s+/),
)
const headingTag = /^h[1-6]$/
