import type { Language } from '../shared/language.ts'
import { figureAndRestOf } from './figure-and-rest.ts'
import type { TextBox } from './fit-text.ts'
import {
  stackedFrom,
  stackHeightOf,
  textPartsOf,
  type PlacedText,
  type TextPart,
} from './placed-text.ts'
import { safeArea } from './safe-area.ts'
import type { SceneProps } from './scene-props.ts'
import { sitePillHeight } from './site-pill.tsx'

/** The texts of a story scene, standing on the lower edge of the safe area. */
export type StoryLayout = {
  texts: PlacedText[]
  quoteMarkTop: number | null
  siteTop: number | null
  /** Upper edge of the sheet of paper under the text. */
  sheetTop: number
}

export const storyQuoteMarkHeight = 72
const gap = 30
const sheetPadding = 104

const statement: TextBox = {
  width: safeArea.width,
  height: 470,
  sizeMin: 54,
  sizeMax: 118,
  weight: 800,
  lineHeight: 1.08,
  tracking: -0.028,
  align: 'start',
}
const hook: TextBox = { ...statement, height: 560, sizeMax: 144, weight: 850, lineHeight: 1.05 }
const quotation: TextBox = { ...statement, weight: 600, sizeMax: 92, lineHeight: 1.16 }
const figure: TextBox = {
  ...statement,
  height: 250,
  sizeMax: 250,
  weight: 850,
  hasTabularDigits: true,
}
const quiet: TextBox = {
  ...statement,
  height: 290,
  sizeMin: 34,
  sizeMax: 44,
  weight: 500,
  lineHeight: 1.34,
  tracking: -0.01,
}

export function storyLayoutOf(props: SceneProps): StoryLayout {
  const { kind } = props.scene
  const parts = partsOf(props)
  const hasSite = kind === 'call' && props.brand.site !== ''
  const textBottom = safeArea.bottom - (hasSite ? sitePillHeight + gap * 1.4 : 0)
  const textTop = textBottom - stackHeightOf(parts, gap)
  const markTop = textTop - storyQuoteMarkHeight - gap
  return {
    texts: stackedFrom(parts, textTop, gap),
    quoteMarkTop: kind === 'quote' ? markTop : null,
    siteTop: hasSite ? safeArea.bottom - sitePillHeight : null,
    sheetTop: (kind === 'quote' ? markTop : textTop) - sheetPadding,
  }
}

function partsOf({ scene, language }: SceneProps): TextPart[] {
  const narration = textPartsOf('narration', scene.narration, { language, box: quiet })
  const captionIn = (box: TextBox) => textPartsOf('caption', scene.caption, { language, box })
  switch (scene.kind) {
    case 'hook':
      return [...captionIn(hook), ...narration]
    case 'quote':
      return [...captionIn(quotation), ...narration]
    case 'number':
      return [...numberPartsOf(scene.caption, language), ...narration]
    case 'point':
    case 'call':
      return [...captionIn(statement), ...narration]
  }
}

function numberPartsOf(caption: string, language: Language): TextPart[] {
  const parts = figureAndRestOf(caption)
  return [
    ...textPartsOf('figure', parts.figure ?? '', { language, box: figure }),
    ...textPartsOf('caption', parts.rest, {
      language,
      box: { ...statement, height: 340, sizeMax: 92 },
    }),
  ]
}
