import { writeFile } from 'node:fs/promises'
import { fps, frameSize } from '../../../shared/video-props.ts'
import { Renderer } from '../../renderer/renderer.ts'
import type { Composition, RendererTask } from '../../renderer/renderer-protocol.ts'
import type { VirtualRun } from './virtual-run.ts'
import { compositionOf } from '../../testing/composition-of.ts'

/** Stands for the renderer: its work takes until the next step, and its files hold no pixels. */
export class VirtualRenderer extends Renderer {
  readonly #run: VirtualRun

  constructor(run: VirtualRun) {
    super({ dataFolder: '', browserExecutable: '' })
    this.#run = run
  }

  override async perform(
    task: RendererTask,
    { signal }: { signal: AbortSignal },
  ): Promise<Composition | undefined> {
    if (task.kind === 'still') {
      await writeFile(task.file, 'still')
      return undefined
    }
    await this.#run.stand(signal)
    if (task.kind === 'warm-up') return undefined
    if (task.kind === 'select') return compositionOf(task)
    const isVideo = task.kind === 'combine'
    await writeFile(task.file, isVideo ? videoOf(task.frameCount) : this.#run.job.token)
    return undefined
  }
}

/** The program that checks a virtual video: it reads out what stands in it. */
export const virtualProbe = '#!/bin/sh\nfor file; do :; done\nexec tail -c +9 "$file"\n'

// The box that a probed file must begin with, and behind it what the probe is to find.
function videoOf(frameCount: number): Buffer {
  const video = {
    codec_type: 'video',
    codec_name: 'h264',
    ...frameSize,
    pix_fmt: 'yuv420p',
    color_range: 'tv',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
    avg_frame_rate: `${fps}/1`,
    nb_read_frames: String(frameCount),
  }
  const sound = {
    codec_type: 'audio',
    codec_name: 'aac',
    sample_rate: '48000',
    duration: String(frameCount / fps),
  }
  const box = Buffer.alloc(8)
  box.writeUInt32BE(8)
  box.write('moov', 4)
  const probed = JSON.stringify({ streams: [video, sound], format: { size: '1' } })
  return Buffer.concat([box, Buffer.from(probed)])
}
