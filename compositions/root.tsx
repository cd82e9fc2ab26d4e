import { Composition, type CalculateMetadataFunction } from 'remotion'
import * as v from 'valibot'
import { formats } from '../shared/format.ts'
import {
  fps,
  frameCountOf,
  frameSize,
  videoPropsSchema,
  type VideoProps,
} from '../shared/video-props.ts'
import { FormatVideo } from './format-video.tsx'
import { sampleVideo } from './sample-video.ts'

/** One composition for each format; its id is the format's id. */
export function Root() {
  return formats.map(({ id }) => (
    <Composition
      key={id}
      id={id}
      component={FormatVideo}
      calculateMetadata={metadataOf}
      defaultProps={{ ...sampleVideo, format: id }}
      fps={fps}
      width={frameSize.width}
      height={frameSize.height}
    />
  ))
}

const metadataOf: CalculateMetadataFunction<VideoProps> = ({ props, compositionId }) => {
  const video = v.parse(videoPropsSchema, props)
  if (video.format !== compositionId) {
    throw new Error(`Cannot draw format ${video.format} as composition ${compositionId}`)
  }
  return { props: video, durationInFrames: frameCountOf(video) }
}
