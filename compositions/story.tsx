import { AbsoluteFill, useCurrentFrame } from 'remotion'
import { directionOf } from '../shared/language.ts'
import { paletteOf, readableOn } from './brand-palette.ts'
import { BrandTag } from './brand-tag.tsx'
import { PictureLayer } from './picture-layer.tsx'
import { LeavingTexts, PlacedTexts } from './placed-texts.tsx'
import { QuoteMark } from './quote-mark.tsx'
import { safeStartOf } from './safe-area.ts'
import { entranceOf } from './scene-motion.ts'
import type { SceneProps } from './scene-props.ts'
import { SitePill } from './site-pill.tsx'
import { storyLayoutOf, storyQuoteMarkHeight, type StoryLayout } from './story-layout.ts'
import { storySchemeOf, type StoryScheme } from './story-scheme.ts'
import { StorySheet } from './story-sheet.tsx'

/** A scene of the format `story`: a picture, and its text on a sheet of paper in front. */
export function StoryScene({ scene, brand, language }: SceneProps) {
  const frame = useCurrentFrame()
  const scheme = storySchemeOf(paletteOf(brand.color), scene.id)
  const layout = storyLayoutOf({ scene, brand, language })
  return (
    <AbsoluteFill style={{ background: scheme.sheet, overflow: 'hidden' }}>
      <PictureLayer scene={scene} scheme={scheme} bottom={layout.sheetTop} frame={frame} />
      <StorySheet
        scheme={scheme}
        seed={scene.id}
        top={layout.sheetTop}
        frame={frame}
        rise={1 - entranceOf(frame, -5, 22)}
      />
      <BrandTag
        brand={brand}
        language={language}
        background={scheme.sheet}
        color={scheme.text}
        mark={scheme.mark}
      />
      <LeavingTexts scene={scene}>
        <StoryTexts {...{ scene, brand, language, layout, scheme }} />
      </LeavingTexts>
    </AbsoluteFill>
  )
}

function StoryTexts(props: SceneProps & { layout: StoryLayout; scheme: StoryScheme }) {
  const { scene, brand, language, layout, scheme } = props
  const { text, textQuiet, mark, sheet } = scheme
  return (
    <>
      {layout.quoteMarkTop !== null && (
        <QuoteMark
          color={mark}
          height={storyQuoteMarkHeight}
          style={{
            top: layout.quoteMarkTop,
            ...safeStartOf(directionOf(language)),
          }}
        />
      )}
      <PlacedTexts
        scene={scene}
        texts={layout.texts}
        colors={{ figure: mark, name: text, caption: text, narration: textQuiet }}
      />
      {layout.siteTop !== null && (
        <SitePill
          site={brand.site}
          language={language}
          top={layout.siteTop}
          background={mark}
          color={readableOn(mark, sheet)}
        />
      )}
    </>
  )
}
