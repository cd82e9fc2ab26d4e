import * as v from 'valibot'
import { safeText } from './text.ts'

export const titleCharsMax = 120
export const captionCharsMax = 120
export const narrationCharsMax = 300
export const sceneCountMax = 12
export const sceneSecondsMin = 1
export const sceneSecondsMax = 12

/**
 * What a scene is for; compositions choose the layout by it. `number` shows a figure large, `quote`
 * shows somebody's words, `call` ends the video.
 */
export const sceneKinds = ['hook', 'point', 'number', 'quote', 'call'] as const

export const sceneSchema = v.strictObject({
  /** Stable while the scene is edited or moved, so that its pictures and chunks can be found again. */
  id: v.pipe(v.string(), v.regex(/^[a-z0-9]{4,16}$/, 'must be 4 to 16 of a-z and 0-9')),
  kind: v.picklist(sceneKinds),
  caption: safeText({ charsMin: 1, charsMax: captionCharsMax }),
  narration: safeText({ charsMax: narrationCharsMax }),
  picturePrompt: safeText({ charsMax: 500 }),
  durationSeconds: v.pipe(
    v.number('must be a number of seconds'),
    v.minValue(sceneSecondsMin, `must be at least ${sceneSecondsMin} second`),
    v.maxValue(sceneSecondsMax, `must be at most ${sceneSecondsMax} seconds`),
  ),
  /** The sentence of the page that the scene's claim was taken from; null for a scene without one. */
  source: v.nullable(safeText({ charsMin: 1, charsMax: 1000 })),
})
export type Scene = v.InferOutput<typeof sceneSchema>

export const scriptSchema = v.pipe(
  v.strictObject({
    title: safeText({ charsMin: 1, charsMax: titleCharsMax }),
    scenes: v.pipe(
      v.array(sceneSchema),
      v.minLength(1, 'must have at least 1 scene'),
      v.maxLength(sceneCountMax, `must have at most ${sceneCountMax} scenes`),
    ),
  }),
  v.forward(
    v.check(
      (script) => new Set(script.scenes.map((scene) => scene.id)).size === script.scenes.length,
      'must have scenes with different ids',
    ),
    ['scenes'],
  ),
)
export type Script = v.InferOutput<typeof scriptSchema>
