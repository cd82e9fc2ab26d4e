import type { Scene, Script } from '../../../shared/script.ts'
import { contentIssuesOf, type DraftContent } from './draft-content.ts'

/**
 * The edited content with every invalid field as it was last saved, so that one of them does not
 * hold back the others. A new scene is left out until it is valid. What has no saved value to fall
 * back to, such as a script of invalid new scenes only, stays invalid.
 */
export function savableContentOf(saved: DraftContent, edited: DraftContent): DraftContent {
  const issues = contentIssuesOf(edited)
  if (issues.size === 0) return edited
  const brand = withSavedFields(edited.brand, {
    saved: saved.brand,
    isInvalid: (key) => issues.has(`brand.${key}`),
  })
  return { ...edited, brand, script: savableScriptOf(saved.script, edited.script, issues) }
}

function savableScriptOf(
  saved: Script | null,
  edited: Script | null,
  issues: ReadonlyMap<string, string>,
): Script | null {
  if (edited === null) return null
  const title = issues.has('script.title') ? (saved?.title ?? edited.title) : edited.title
  const savedScenes = new Map(saved?.scenes.map((scene) => [scene.id, scene]))
  const scenes = edited.scenes.flatMap((scene, index): Scene[] => {
    const path = `script.scenes.${index}`
    const isInvalid = (key: string) => issues.has(`${path}.${key}`)
    if (!Object.keys(scene).some(isInvalid)) return [scene]
    const savedScene = savedScenes.get(scene.id)
    return savedScene === undefined
      ? []
      : [withSavedFields(scene, { saved: savedScene, isInvalid })]
  })
  return { ...edited, title, scenes }
}

function withSavedFields<Fields extends object>(
  edited: Fields,
  options: { saved: Fields; isInvalid: (key: string) => boolean },
): Fields {
  const invalid = Object.entries(options.saved).filter(([key]) => options.isInvalid(key))
  return { ...edited, ...Object.fromEntries(invalid) }
}
