import { createHash } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encoderSettings } from '../../renderer/encoder-settings.ts'
import type { Fixture } from './encode-fixture.ts'

/** Stands for the bundle's hash: chunks of other settings would not join with these. */
export const fixtureHash = createHash('sha256')
  .update(JSON.stringify(encoderSettings))
  .digest('hex')
  .slice(0, 32)

type FixtureVideo = { width: number; height: number; fps: number }

/** Copies a chunk of exactly `frameCount` frames, encoded as the renderer would, to `file`. */
export async function copyChunk(
  folder: string,
  chunk: FixtureVideo & { frameCount: number; file: string },
): Promise<void> {
  const { width, height, fps, frameCount } = chunk
  const { pixelFormat, x264Preset, crf } = encoderSettings
  await copyFixture(join(folder, `chunk-${width}x${height}-${fps}-${frameCount}.ts`), {
    video: chunk,
    file: chunk.file,
    settings: [
      '-vf scale=out_color_matrix=bt709:out_range=tv',
      '-colorspace:v bt709 -color_primaries:v bt709 -color_trc:v bt709 -color_range tv',
      '-x264-params colorprim=bt709:transfer=bt709:colormatrix=bt709',
      `-c:v libx264 -preset ${x264Preset} -crf ${crf} -pix_fmt ${pixelFormat} -r ${fps}`,
      `-frames:v ${frameCount} -f mpegts`,
    ],
  })
}

/** Copies a picture of the video's size, a JPEG, to `file`. */
export async function copyStill(
  folder: string,
  still: { width: number; height: number; file: string },
): Promise<void> {
  await copyFixture(join(folder, `still-${still.width}x${still.height}.jpg`), {
    video: still,
    file: still.file,
    settings: ['-frames:v 1 -c:v mjpeg -pix_fmt yuvj420p -f image2'],
  })
}

async function copyFixture(kept: string, fixture: Fixture & { file: string }): Promise<void> {
  await copyFile(kept, fixture.file).catch(async () => {
    // Rarely needed, and slow to load.
    const { encodeFixture } = await import('./encode-fixture.ts')
    await encodeFixture(kept, fixture)
    await copyFile(kept, fixture.file)
  })
}
