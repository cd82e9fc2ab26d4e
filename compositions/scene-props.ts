import type { Brand } from '../shared/brand.ts'
import type { Language } from '../shared/language.ts'
import type { VideoScene } from '../shared/video-props.ts'

/** All that a scene may depend on: chunks are kept by it, so neither neighbours nor global frame. */
export type SceneProps = { scene: VideoScene; brand: Brand; language: Language }
