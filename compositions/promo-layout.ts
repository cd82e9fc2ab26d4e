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

/** The texts of a promo scene, and the bands that are left for shapes. */
export type PromoLayout = {
  texts: PlacedText[]
  siteTop: number | null
  quoteMarkTop: number | null
  shapes: { edge: 'top' | 'bottom'; top: number; height: number }[]
}

export const promoQuoteMarkHeight = 150
const tagBottom = 330
const gap = 44
const margin = 76

const display: TextBox = {
  width: safeArea.width,
  height: 860,
  sizeMin: 52,
  sizeMax: 320,
  weight: 900,
  lineHeight: 1.02,
  tracking: -0.042,
  align: 'start',
}
const figure: TextBox = {
  ...display,
  height: 380,
  sizeMax: 400,
  tracking: -0.04,
  hasTabularDigits: true,
}
const statement: TextBox = {
  ...display,
  height: 600,
  sizeMax: 164,
  weight: 850,
  lineHeight: 1.06,
  tracking: -0.034,
}
const quotation: TextBox = {
  ...statement,
  height: 560,
  weight: 650,
  sizeMax: 104,
  lineHeight: 1.14,
}
const quiet: TextBox = {
  ...display,
  height: 290,
  sizeMin: 34,
  sizeMax: 48,
  weight: 550,
  lineHeight: 1.32,
  tracking: -0.02,
}

export function promoLayoutOf(props: SceneProps): PromoLayout {
  const { kind } = props.scene
  const parts = partsOf(props)
  const hasSite = kind === 'call' && props.brand.site !== ''
  const above = kind === 'quote' ? promoQuoteMarkHeight + gap : 0
  const height = above + stackHeightOf(parts, gap) + (hasSite ? sitePillHeight + gap : 0)
  const standsOnTop = kind === 'point' || kind === 'quote'
  const top = standsOnTop ? tagBottom + margin : safeArea.bottom - height
  const end = top + height
  return {
    texts: stackedFrom(parts, top + above, gap),
    siteTop: hasSite ? end - sitePillHeight : null,
    quoteMarkTop: kind === 'quote' ? top : null,
    shapes: [
      ...(standsOnTop ? [] : [{ edge: 'top' as const, top: 0, height: top - margin }]),
      { edge: 'bottom' as const, top: end + margin, height: 1920 - end - margin },
    ],
  }
}

function partsOf({ scene, brand, language }: SceneProps): TextPart[] {
  const narration = textPartsOf('narration', scene.narration, { language, box: quiet })
  const captionIn = (box: TextBox) => textPartsOf('caption', scene.caption, { language, box })
  switch (scene.kind) {
    case 'hook':
      return [...captionIn(display), ...narration]
    case 'point':
      return [...captionIn(statement), ...narration]
    case 'quote':
      return [...captionIn(quotation), ...narration]
    case 'number':
      return [...numberPartsOf(scene.caption, language), ...narration]
    case 'call':
      if (brand.name === '') return [...captionIn(display), ...narration]
      return [
        ...textPartsOf('name', brand.name, {
          language,
          box: { ...display, height: 380, sizeMax: 190 },
        }),
        ...captionIn({ ...statement, height: 330, sizeMax: 84, weight: 700 }),
        ...narration,
      ]
  }
}

function numberPartsOf(caption: string, language: Language): TextPart[] {
  const parts = figureAndRestOf(caption)
  if (parts.figure === null) return textPartsOf('caption', caption, { language, box: display })
  return [
    ...textPartsOf('figure', parts.figure, { language, box: figure }),
    ...textPartsOf('caption', parts.rest, {
      language,
      box: { ...statement, height: 380, sizeMax: 104 },
    }),
  ]
}
