import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VideoProps } from '../../shared/video-props.ts'
import { prepareRenderer } from '../renderer/prepare-renderer.ts'
import { Renderer } from '../renderer/renderer.ts'

export type TestRenderer = AsyncDisposable & {
  /** Draws one frame of a video to a JPEG file and returns its path. */
  still: (props: VideoProps, frame: number) => Promise<string>
}

/** A real renderer for tests that look at single frames. */
export async function openRenderer(): Promise<TestRenderer> {
  const { signal } = new AbortController()
  const folder = await mkdtemp(join(tmpdir(), 'makara-stills-'))
  const prepared = await prepareRenderer({ dataFolder: '.makara', browser: undefined, signal })
  const { browserExecutable, bundleFolder } = prepared
  const renderer = new Renderer({ dataFolder: '.makara', browserExecutable, stallSeconds: 20 })
  return {
    async still(props, frame) {
      const composition = await renderer.perform(
        { kind: 'select', bundleFolder, format: props.format, props },
        { signal },
      )
      if (!composition) throw new Error('The renderer answered no composition')
      const file = join(folder, 'frame.jpg')
      await renderer.perform(
        { kind: 'still', bundleFolder, composition, props, frame, file },
        { signal },
      )
      return file
    },
    async [Symbol.asyncDispose]() {
      await renderer[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
