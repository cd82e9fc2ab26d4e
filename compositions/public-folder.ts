import { mkdir, writeFile } from 'node:fs/promises'
import { sceneCountMax, sceneSecondsMax } from '../shared/script.ts'
import {
  fadedIn,
  renderSoundBed,
  repeatedFor,
  soundBedFile,
  soundBedRate,
  soundBedSeconds,
} from './sound-bed.ts'
import { wavFileOf } from './wav-file.ts'

const fadeInSeconds = 0.8
const videoSecondsMax = sceneCountMax * sceneSecondsMax

/** Fills the folder that is given to the bundler as `publicDir`; takes about a second. */
export async function writePublicFolder(folder: string): Promise<void> {
  const loop = renderSoundBed({ seconds: soundBedSeconds, sampleRate: soundBedRate })
  // As long as any video: a loop made by the renderer clicks where its first round ends.
  const bed = repeatedFor(loop, videoSecondsMax * soundBedRate)
  const softBed = fadedIn(bed, fadeInSeconds * soundBedRate)
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${soundBedFile}`, wavFileOf(softBed, soundBedRate))
}
