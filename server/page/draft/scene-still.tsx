import { directionOf } from '../../../shared/language.ts'
import type { DraftContent } from './draft-content.ts'

type SceneStillProps = { content: DraftContent; title: string; shownSceneId: string | null }

/** A sketch of one scene in the brand's colour; the first one until another is being edited. */
export function SceneStill({ content, title, shownSceneId }: SceneStillProps) {
  const { script, brand, language, format } = content
  const scenes = script?.scenes ?? []
  const scene = scenes.find(({ id }) => id === shownSceneId) ?? scenes[0]
  const words = scene?.caption ?? title
  const direction = language === null ? 'auto' : directionOf(language)
  const isLast = scene !== undefined && scene === scenes.at(-1)
  return (
    <div className={`still still-${format}`} dir={direction === 'auto' ? undefined : direction}>
      <p className="still-brand" dir="auto">
        {brand.name}
      </p>
      <p className={words.length > 60 ? 'still-words still-words-long' : 'still-words'} dir="auto">
        {words}
      </p>
      <p className="still-site" dir="auto">
        {isLast ? brand.site : ''}
      </p>
    </div>
  )
}
