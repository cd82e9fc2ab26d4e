import type { VideoConfig } from 'remotion'
import type { Format } from '../../shared/format.ts'
import type { VideoProps } from '../../shared/video-props.ts'

/** What the composition answered when it was asked once, in the plan job. */
export type Composition = VideoConfig

/** The work a renderer process can be asked for. Files are absolute paths. */
export type RendererTask =
  /** Nothing but a browser that is ready. */
  | { kind: 'warm-up' }
  | { kind: 'select'; bundleFolder: string; format: Format; props: VideoProps }
  | {
      kind: 'chunk'
      bundleFolder: string
      composition: Composition
      props: VideoProps
      /** First and last frame, both included. */
      frameRange: [number, number]
      concurrency: number
      file: string
    }
  | {
      kind: 'sound'
      bundleFolder: string
      composition: Composition
      props: VideoProps
      file: string
    }
  | {
      kind: 'still'
      bundleFolder: string
      composition: Composition
      props: VideoProps
      frame: number
      file: string
    }
  | {
      kind: 'combine'
      chunkFiles: string[]
      soundFile: string | null
      frameCount: number
      fps: number
      file: string
    }

/** To the process: a task, and the folder for its temporary files. */
export type RendererRequest = { task: RendererTask; scratchFolder: string }

/** From the process: frames done so far, then one end. */
export type RendererMessage =
  | { type: 'progress'; framesDone: number }
  | { type: 'done'; composition?: Composition }
  | { type: 'failed'; name: string; message: string; stack: string }
