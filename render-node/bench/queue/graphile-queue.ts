import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contestant, Feed, WorkerOptions } from './contestant.ts'

const folder = fileURLToPath(new URL('graphile-worker', import.meta.url))
const task = 'noop'

/** graphile-worker with its defaults, but for the concurrency. */
export const graphileQueue: Contestant = {
  migrate: (connectionString) => loadGraphile().runMigrations({ connectionString }),
  openFeed,
  startWorker,
  unfinishedCount: 'select count(*)::integer as count from graphile_worker._private_jobs',
}

/** Installs what package-lock.json says, unless that is there. */
export async function installGraphile(): Promise<void> {
  try {
    loadGraphile()
  } catch {
    const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', args)
  }
}

async function openFeed(connectionString: string): Promise<Feed> {
  const utils = await loadGraphile().makeWorkerUtils({ connectionString })
  return {
    add: async (number) => {
      await utils.addJob(task, { position: number })
    },
    fill: async (count) => {
      const numbers = Array.from({ length: count }, (_, number) => number)
      await utils.addJobs(numbers.map((position) => ({ identifier: task, payload: { position } })))
    },
    async [Symbol.asyncDispose]() {
      await utils.release()
    },
  }
}

async function startWorker(
  connectionString: string,
  { concurrency, onStart }: WorkerOptions,
): Promise<AsyncDisposable> {
  const runner = await loadGraphile().run({
    connectionString,
    concurrency,
    noHandleSignals: true,
    taskList: { [task]: async ({ position }) => onStart(position) },
  })
  return { [Symbol.asyncDispose]: () => runner.stop() }
}

type Payload = { position: number }

// What the bench uses of its interface.
type Graphile = {
  runMigrations: (options: { connectionString: string }) => Promise<void>
  makeWorkerUtils: (options: { connectionString: string }) => Promise<{
    addJob: (identifier: string, payload: Payload) => Promise<unknown>
    addJobs: (jobs: { identifier: string; payload: Payload }[]) => Promise<unknown>
    release: () => Promise<void>
  }>
  run: (options: {
    connectionString: string
    concurrency: number
    noHandleSignals: boolean
    taskList: Record<string, (payload: Payload) => Promise<void>>
  }) => Promise<{ stop: () => Promise<void> }>
}

// It is not among the product's dependencies, so the compiler cannot know its types.
function loadGraphile(): Graphile {
  return createRequire(join(folder, 'package.json'))('graphile-worker') as Graphile
}
