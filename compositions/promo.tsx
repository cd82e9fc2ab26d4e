import type { CSSProperties } from 'react'
import { AbsoluteFill, useCurrentFrame } from 'remotion'
import { directionOf } from '../shared/language.ts'
import { paletteOf } from './brand-palette.ts'
import { BrandTag } from './brand-tag.tsx'
import { LeavingTexts, PlacedTexts } from './placed-texts.tsx'
import { promoLayoutOf, promoQuoteMarkHeight, type PromoLayout } from './promo-layout.ts'
import { promoSchemeOf, type PromoScheme } from './promo-scheme.ts'
import { PromoShapes } from './promo-shapes.tsx'
import { QuoteMark } from './quote-mark.tsx'
import { safeStartOf } from './safe-area.ts'
import { entranceOf, exitOf } from './scene-motion.ts'
import type { SceneProps } from './scene-props.ts'
import { SitePill } from './site-pill.tsx'
import { wordsOf } from './text-words.ts'

/** A scene of the format `promo`: type and bold shapes in the brand's colours, nothing else. */
export function PromoScene(props: SceneProps) {
  const { scene, brand, language } = props
  const scheme = promoSchemeOf(paletteOf(brand.color), scene.kind, scene.id)
  const layout = promoLayoutOf(props)
  return (
    <AbsoluteFill style={{ background: scheme.ground, overflow: 'hidden' }}>
      <ShapeBands scene={scene} layout={layout} scheme={scheme} />
      {scene.kind !== 'call' && (
        <PromoTag brand={brand} language={language} layout={layout} scheme={scheme} />
      )}
      <LeavingTexts scene={scene}>
        <PromoTexts {...props} layout={layout} scheme={scheme} />
      </LeavingTexts>
    </AbsoluteFill>
  )
}

// Among shapes the tag takes the ground's colour, which none of them has; else it stands out from it.
function PromoTag(props: Omit<SceneProps, 'scene'> & { layout: PromoLayout; scheme: PromoScheme }) {
  const { brand, language, layout, scheme } = props
  const { ground, text } = scheme
  const standsInShapes = layout.shapes.some(({ edge }) => edge === 'top')
  return (
    <BrandTag
      brand={brand}
      language={language}
      background={standsInShapes ? ground : text}
      color={standsInShapes ? text : ground}
      mark={standsInShapes ? scheme.mark : ground}
    />
  )
}

function ShapeBands({
  scene,
  layout,
  scheme,
}: Pick<SceneProps, 'scene'> & {
  layout: PromoLayout
  scheme: PromoScheme
}) {
  const frame = useCurrentFrame()
  const away = 0.5 * (1 - entranceOf(frame, -4, 20)) + 0.15 * exitOf(frame, scene.frameCount)
  return layout.shapes.map(({ edge, top, height }) => (
    <AbsoluteFill
      key={edge}
      style={{ transform: `translateY(${away * height * (edge === 'top' ? -1 : 1)}px)` }}
    >
      <PromoShapes
        {...{ edge, top, height, frame }}
        colors={scheme.shapes}
        ground={scheme.ground}
        seed={`${scene.id} ${edge}`}
      />
    </AbsoluteFill>
  ))
}

function PromoTexts(props: SceneProps & { layout: PromoLayout; scheme: PromoScheme }) {
  const { scene, brand, language, layout, scheme } = props
  const { text, textQuiet, mark } = scheme
  const marked = scene.kind === 'hook' ? longestWordOf(scene.caption) : null
  return (
    <>
      {layout.quoteMarkTop !== null && (
        <QuoteMark
          color={mark}
          height={promoQuoteMarkHeight}
          style={{
            top: layout.quoteMarkTop,
            ...safeStartOf(directionOf(language)),
          }}
        />
      )}
      <PlacedTexts
        scene={scene}
        texts={layout.texts}
        colors={{ figure: mark, name: mark, caption: text, narration: textQuiet }}
        captionWordStyleOf={(word) => (word === marked ? markedStyleOf(scheme) : {})}
      />
      {layout.siteTop !== null && (
        <SitePill
          site={brand.site}
          language={language}
          top={layout.siteTop}
          background={scheme.marker}
          color={scheme.onMarker}
        />
      )}
    </>
  )
}

// A coloured word where the colour can be read on the ground, else a block of it behind the word.
function markedStyleOf({ text, mark, marker, onMarker }: PromoScheme): CSSProperties {
  if (mark !== text) return { color: mark }
  return {
    color: onMarker,
    background: `linear-gradient(${marker}, ${marker}) 0 56% / 100% 80% no-repeat`,
    padding: '0 0.09em',
    margin: '0 -0.09em',
  }
}

function longestWordOf(text: string): string | null {
  const words = wordsOf(text)
  if (words.length < 3) return null
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest))
}
