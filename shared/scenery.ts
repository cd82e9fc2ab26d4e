import * as v from 'valibot'
import type { Scene } from './script.ts'

const sceneries = [
  'ray',
  'hills',
  'orbit',
  'peak',
  'balloon',
  'arch',
  'tile',
  'wave',
  'leaf',
  'city',
  'step',
] as const

/** What the composition draws for a scene without a picture. */
export const scenerySchema = v.picklist(sceneries)
export type Scenery = v.InferOutput<typeof scenerySchema>

const sceneriesOf: Record<Scene['kind'], readonly [Scenery, ...Scenery[]]> = {
  hook: ['ray', 'hills', 'orbit', 'peak', 'balloon'],
  point: ['hills', 'arch', 'tile', 'wave', 'leaf', 'orbit', 'peak', 'balloon', 'city'],
  number: ['step', 'tile', 'city'],
  quote: ['leaf', 'wave', 'peak'],
  call: ['ray', 'arch', 'balloon'],
}

/**
 * Chooses a scenery for every scene, without repeating one in a video while others are left. It
 * hangs on ids and kinds only, so that editing words changes no picture.
 */
export function assignSceneries(scenes: Pick<Scene, 'id' | 'kind'>[]): Scenery[] {
  const used = new Set<Scenery>()
  return scenes.map(({ id, kind }) => {
    const choices = sceneriesOf[kind]
    const first = hashOf(id) % choices.length
    const ordered = [...choices.slice(first), ...choices.slice(0, first)]
    const scenery = ordered.find((choice) => !used.has(choice)) ?? ordered[0] ?? choices[0]
    used.add(scenery)
    return scenery
  })
}

// FNV-1a: spreads ids that differ in one character.
function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  }
  return hash >>> 0
}
