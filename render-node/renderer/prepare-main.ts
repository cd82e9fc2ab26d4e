import { wordsOfError } from '../../shared/process/words-of-error.ts'
import { ffmpegProgram } from './ffmpeg-program.ts'
import { prepareBrowser } from './prepare-browser.ts'
import { prepareBundle } from './prepare-bundle.ts'
import type { PreparedRenderer } from './prepare-renderer.ts'

// Bundling keeps a processor busy for seconds, which would delay heartbeats: hence its own process.
// The last line of its output is a `PreparedRenderer`; of its error output, why there is none.

async function prepare(dataFolder: string, browser: string | undefined): Promise<PreparedRenderer> {
  const [browserPaths, bundle] = await Promise.all([
    prepareBrowser(dataFolder, browser),
    prepareBundle(dataFolder),
  ])
  return { ...browserPaths, ffprobe: ffmpegProgram('ffprobe'), ...bundle }
}

const [dataFolder = '.makara', browser] = process.argv.slice(2)
try {
  process.stdout.write(`${JSON.stringify(await prepare(dataFolder, browser || undefined))}\n`)
} catch (error) {
  process.stderr.write(`${wordsOfError(error)}\n`)
  process.exitCode = 1
}
