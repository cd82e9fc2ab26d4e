import * as v from 'valibot'
import { brandSchema } from './brand.ts'
import { formatSchema, type Format } from './format.ts'
import { languageSchema, type Language } from './language.ts'
import {
  captionCharsMax,
  narrationCharsMax,
  sceneCountMax,
  sceneKinds,
  sceneSecondsMax,
  type Script,
} from './script.ts'
import { assignSceneries, scenerySchema } from './scenery.ts'
import { safeText } from './text.ts'
import type { Brand } from './brand.ts'

/** Frames per second of every video. */
export const fps = 30
/** Pixels of every video. */
export const frameSize = { width: 1080, height: 1920 } as const

/**
 * The whole input of a composition. Pictures are asset ids, never addresses, so that a script cannot
 * make the browser fetch anything.
 */
export const videoPropsSchema = v.strictObject({
  format: formatSchema,
  language: languageSchema,
  brand: brandSchema,
  sound: v.boolean(),
  scenes: v.pipe(
    v.array(
      v.strictObject({
        id: v.pipe(v.string(), v.regex(/^[a-z0-9]{4,16}$/)),
        kind: v.picklist(sceneKinds),
        caption: safeText({ charsMin: 1, charsMax: captionCharsMax }),
        narration: safeText({ charsMax: narrationCharsMax }),
        /** Drawn where there is no picture. */
        scenery: scenerySchema,
        picture: v.nullable(v.pipe(v.string(), v.regex(/^[a-z0-9]{32}\.(png|jpg|webp)$/))),
        frameCount: v.pipe(
          v.number(),
          v.integer(),
          v.minValue(fps),
          v.maxValue(sceneSecondsMax * fps),
        ),
      }),
    ),
    v.minLength(1),
    v.maxLength(sceneCountMax),
  ),
})
export type VideoProps = v.InferOutput<typeof videoPropsSchema>
export type VideoScene = VideoProps['scenes'][number]

/** Builds the composition's input from a draft's script as it is now. */
export function videoPropsOf(draft: {
  format: Format
  language: Language
  brand: Brand
  sound: boolean
  script: Script
}): VideoProps {
  const sceneries = assignSceneries(draft.script.scenes)
  return {
    format: draft.format,
    language: draft.language,
    brand: draft.brand,
    sound: draft.sound,
    scenes: draft.script.scenes.map((scene, position) => ({
      id: scene.id,
      kind: scene.kind,
      caption: scene.caption,
      narration: scene.narration,
      scenery: sceneries[position] ?? 'hills',
      picture: null,
      frameCount: Math.round(scene.durationSeconds * fps),
    })),
  }
}

/** Frames of the whole video. */
export function frameCountOf(props: VideoProps): number {
  return props.scenes.reduce((sum, scene) => sum + scene.frameCount, 0)
}
