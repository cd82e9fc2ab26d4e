import type { Brand } from '../../../shared/brand.ts'
import { directionOf } from '../../../shared/language.ts'
import type { Scene } from '../../../shared/script.ts'
import { artToneOf, SceneArt } from '../scene-art.tsx'
import type { DraftContent } from './draft-content.ts'
import { figureOf } from './figure-of.ts'
import { stillSizeOf } from './still-size.ts'

type SceneStillProps = { content: DraftContent; title: string; shownSceneId: string | null }

/** A sketch of one scene in the brand's colours; the first one until another is being edited. */
export function SceneStill({ content, title, shownSceneId }: SceneStillProps) {
  const { script, brand, language, format } = content
  const scenes = script?.scenes ?? []
  const shownIndex = scenes.findIndex(({ id }) => id === shownSceneId)
  const index = Math.max(0, shownIndex)
  const scene = scenes[index]
  const kind = scene?.kind ?? 'hook'
  const variant = format === 'promo' ? promoToneOf[kind] : index
  return (
    <div
      className={`still still-${format} still-${kind} ${artToneOf(format, variant)}`}
      dir={language === null ? undefined : directionOf(language)}
    >
      <SceneArt format={format} variant={index} />
      <p className="still-brand" dir="auto">
        {brand.name}
      </p>
      <div className="still-sheet">
        {scene === undefined ? (
          <Words text={title} max={13} />
        ) : (
          <SceneWords scene={scene} brand={brand} format={format} />
        )}
      </div>
    </div>
  )
}

const promoToneOf: Record<Scene['kind'], number> = {
  hook: 0,
  point: 2,
  number: 1,
  quote: 2,
  call: 0,
}

type SceneWordsProps = { scene: Scene; brand: Brand; format: DraftContent['format'] }

function SceneWords({ scene, brand, format }: SceneWordsProps) {
  const figure = scene.kind === 'number' ? figureOf(scene.caption) : null
  const max = format === 'promo' ? 17 : 13
  return (
    <>
      {scene.kind === 'quote' && <QuoteMark />}
      {figure !== null && <Words text={figure.figure} max={34} />}
      <Words text={figure?.rest ?? scene.caption} max={figure === null ? max : max * 0.7} />
      {scene.narration !== '' && (
        <p className="still-small" dir="auto">
          {scene.narration}
        </p>
      )}
      {scene.kind === 'call' && brand.site !== '' && (
        <p className="still-site">
          <bdi>{brand.site}</bdi>
        </p>
      )}
    </>
  )
}

function Words({ text, max }: { text: string; max: number }) {
  if (text === '') return null
  return (
    <p
      className="still-words"
      dir="auto"
      style={{ fontSize: `${stillSizeOf(text, { max, min: 7 })}cqw` }}
    >
      {text}
    </p>
  )
}

function QuoteMark() {
  return (
    <svg className="still-quote-mark" viewBox="0 0 40 28" aria-hidden="true">
      <path d="M0 28V16Q0 2 14 0v6q-6 2-6 9h8v13Zm22 0V16Q22 2 36 0v6q-6 2-6 9h8v13Z" />
    </svg>
  )
}
