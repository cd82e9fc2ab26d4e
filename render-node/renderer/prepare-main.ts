import { ffmpegProgram } from './ffmpeg-program.ts'
import { prepareBrowser } from './prepare-browser.ts'
import { prepareBundle } from './prepare-bundle.ts'

// Bundling keeps a processor busy for seconds, which would delay heartbeats: hence its own process.

const [dataFolder = '.makara', browser] = process.argv.slice(2)
const [browserPaths, bundle] = await Promise.all([
  prepareBrowser(dataFolder, browser || undefined),
  prepareBundle(dataFolder),
])
const ffprobe = ffmpegProgram('ffprobe')
process.stdout.write(`${JSON.stringify({ ...browserPaths, ffprobe, ...bundle })}\n`)
