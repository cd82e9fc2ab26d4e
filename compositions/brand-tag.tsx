import type { Brand } from '../shared/brand.ts'
import { directionOf, type Language } from '../shared/language.ts'
import { cssOfText, fitText, type TextBox } from './fit-text.ts'
import { safeArea, safeStartOf } from './safe-area.ts'

const nameBox: TextBox = {
  width: 620,
  height: 46,
  sizeMin: 18,
  sizeMax: 34,
  weight: 700,
  lineHeight: 1.3,
  tracking: -0.01,
  align: 'start',
}

/** The brand's name in the upper corner where reading starts; nothing for a brand without one. */
export function BrandTag({
  brand,
  language,
  background,
  color,
  mark,
}: {
  brand: Brand
  language: Language
  background: string
  color: string
  mark: string
}) {
  if (brand.name === '') return null
  const fitted = fitText(brand.name, language, nameBox)
  return (
    <div
      style={{
        position: 'absolute',
        top: safeArea.top,
        ...safeStartOf(directionOf(language)),
        display: 'flex',
        alignItems: 'center',
        gap: 16,
        padding: '14px 28px 14px 24px',
        borderRadius: 60,
        background,
      }}
    >
      <div style={{ width: 22, height: 22, borderRadius: 11, background: mark }} />
      <div style={{ ...cssOfText(fitted), width: 'auto', maxWidth: 640, color }}>{brand.name}</div>
    </div>
  )
}
