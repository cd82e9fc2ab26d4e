import { fileURLToPath } from 'node:url'
import { stopSignals } from '../../shared/process/stop-signals.ts'
import { wordsOfError } from '../../shared/process/words-of-error.ts'
import { ApiClient } from './api-client.ts'
import { LocalFolder } from './local-folder.ts'
import { makeVideo } from './make-video.ts'
import { parseVideoCommand, type VideoCommand, videoUsage } from './parse-video-command.ts'
import { ProgressLine } from './progress-line.ts'
import { readSource, type VideoSource } from './read-source.ts'
import { startLocal } from './start-local.ts'

// `npm run video`: one page to one MP4. Uses the Makara that runs from this folder, else starts one
// for as long as it takes. Exit code 0 only for a published video.

const samplePage = fileURLToPath(
  new URL('../../render-node/page-reader/sample/sample.html', import.meta.url),
)
const { asked: interrupted } = stopSignals()

type Backend = { origin: string; apiKey: string; stop: () => Promise<void> }

async function main(): Promise<number> {
  const command = parseVideoCommand(process.argv.slice(3))
  if (!command) {
    process.stdout.write(`${videoUsage}\n`)
    return 0
  }
  const source = await readSource(command.source ?? samplePage)
  const backend = await findOrStart()
  try {
    await makeAndTell({ ...command, source }, backend)
    return 0
  } finally {
    await backend.stop()
  }
}

async function findOrStart(): Promise<Backend> {
  const folder = new LocalFolder(process.env.DATA_FOLDER ?? '.makara')
  const running = await folder.readRun()
  const apiKey = await folder.readApiKey()
  if (running?.origin && apiKey) {
    return { origin: running.origin, apiKey, stop: async () => undefined }
  }
  if (!(await folder.claim()))
    throw new Error('Makara is just starting here: try again in a moment.')
  tell('Starting Makara for this video…')
  return startLocal({ folder, environment: process.env, port: 0, tell })
}

async function makeAndTell(
  command: Omit<VideoCommand, 'source'> & { source: VideoSource },
  backend: Backend,
): Promise<void> {
  const progress = new ProgressLine(process.stderr)
  const manifest = await makeVideo(command, {
    client: new ApiClient(backend),
    signal: interrupted,
    onRender: (render) => progress.show(render),
    tell,
  }).finally(() => progress.end())
  tell(`Video: ${command.output}`)
  if (command.json) process.stdout.write(`${JSON.stringify(JSON.parse(manifest))}\n`)
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

try {
  process.exitCode = await main()
} catch (error) {
  tell(interrupted.aborted ? 'Cancelled.' : wordsOfError(error))
  process.exitCode = interrupted.aborted ? 130 : 1
}
