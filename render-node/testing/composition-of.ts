import type { Format } from '../../shared/format.ts'
import { fps, frameCountOf, frameSize, type VideoProps } from '../../shared/video-props.ts'
import type { Composition } from '../renderer/renderer-protocol.ts'

/** What the composition answers when it is asked in the plan job, for renderers without one. */
export function compositionOf({
  format,
  props,
}: {
  format: Format
  props: VideoProps
}): Composition {
  return {
    id: format,
    ...frameSize,
    fps,
    durationInFrames: frameCountOf(props),
    props,
    defaultProps: {},
    defaultCodec: null,
    defaultOutName: null,
    defaultVideoImageFormat: null,
    defaultPixelFormat: null,
    defaultProResProfile: null,
    defaultSampleRate: null,
  }
}
