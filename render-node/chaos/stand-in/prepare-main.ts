import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ffmpegProgram } from '../../renderer/ffmpeg-program.ts'
import type { PreparedRenderer } from '../../renderer/prepare-renderer.ts'
import { fixtureHash } from './fixture-files.ts'

// Stands for the program that prepares browser and bundle. The bundle is a folder of fixtures, filled
// as they are needed, and there is no browser.

const bundleFolder = resolve(process.argv[2] ?? '.makara', 'bundles', fixtureHash)
await mkdir(bundleFolder, { recursive: true })
await writeFile(join(bundleFolder, 'index.html'), '')
const prepared: PreparedRenderer = {
  browserExecutable: process.execPath,
  browserProgram: process.execPath,
  ffprobe: ffmpegProgram('ffprobe'),
  bundleHash: fixtureHash,
  bundleFolder,
}
process.stdout.write(`${JSON.stringify(prepared)}\n`)
