import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../../shared/postgres/start-embedded.ts'
import { helpAsked } from '../../../shared/process/help-asked.ts'
import { removeFolder } from '../../../shared/process/remove-folder.ts'
import { wordsOfError } from '../../../shared/process/words-of-error.ts'
import { installGraphile } from './graphile-queue.ts'
import { missedBars } from './judge-queue-bench.ts'
import { fullSizes, quickSizes } from './queue-bench-sizes.ts'
import { runQueueBench } from './run-queue-bench.ts'

// Our queue and graphile-worker on one PostgreSQL server with durable defaults.

const usage = `npm run bench:queue -- [options]: our queue and graphile-worker on one PostgreSQL server

  --json         the figures in one line
  --quick        few jobs: does it work at all
  --only PARTS   of latency, drain, enqueue, claims and idle, with commas`

async function main(args: string[]): Promise<void> {
  if (helpAsked(args)) return void process.stdout.write(`${usage}\n`)
  const { values: options } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  })
  await installGraphile()
  const folder = await mkdtemp(join(tmpdir(), 'makara-bench-'))
  await chmod(folder, 0o755)
  const mediaFolder = join(folder, 'media')
  await mkdir(mediaFolder)
  const server = await startEmbedded({ folder: join(folder, 'postgres') })
  try {
    const report = await runQueueBench(server.url, {
      sizes: options.quick ? quickSizes : fullSizes,
      only: options.only?.split(','),
      environment: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        MEDIA_FOLDER: mediaFolder,
        STANDARD_SLOTS: '3',
        BULK_SLOTS: '3',
      },
      tell: (sentence) => void process.stderr.write(`${sentence}\n`),
    })
    // A part of the figures, or those of a few jobs, say nothing of the bars.
    const missed = options.quick || options.only ? [] : missedBars(report.ratios)
    const answer = { ...report.ratios, missed, ...report.figures }
    process.stdout.write(`${JSON.stringify(answer, roundedNumbers, options.json ? 0 : 2)}\n`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    await server.stop()
    await removeFolder(folder)
  }
}

function roundedNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`The bench has failed: ${wordsOfError(error)}\n`)
  process.exitCode = 1
}
