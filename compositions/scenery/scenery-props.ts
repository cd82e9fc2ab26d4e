import type { StoryScheme } from '../story-scheme.ts'

/** What a drawn picture depends on. Everything above `bottom` (in pixels) is seen. */
export type SceneryProps = {
  scheme: StoryScheme
  seed: string
  bottom: number
  frame: number
}
