import type { ComponentType } from 'react'
import type { Format } from '../shared/format.ts'
import type { SceneProps } from './scene-props.ts'
import { PromoScene } from './promo.tsx'
import { StoryScene } from './story.tsx'

/** What draws a scene of each format. */
export const formatComponents: Record<Format, ComponentType<SceneProps>> = {
  story: StoryScene,
  promo: PromoScene,
}
