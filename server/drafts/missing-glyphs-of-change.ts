import type { DraftChange } from '../../shared/draft.ts'
import { missingGlyphs } from '../../shared/glyph-coverage.ts'

/** The characters of a change that the video would show and its fonts cannot draw, each once. */
export function missingGlyphsOfChange(change: DraftChange): string[] {
  const scenes = change.script?.scenes ?? []
  const texts = [
    change.brand?.name ?? '',
    change.brand?.site ?? '',
    ...scenes.flatMap((scene) => [scene.caption, scene.narration]),
  ]
  return missingGlyphs(texts.join(' ').normalize('NFC'))
}
