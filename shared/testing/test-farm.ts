import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase, type TestDatabase } from './test-database.ts'
import { TestProcess } from './test-process.ts'

const serverEntry = new URL('../../server/main.ts', import.meta.url)
const nodeEntry = new URL('../../render-node/main.ts', import.meta.url)

export type TestFarm = AsyncDisposable & {
  database: TestDatabase
  mediaFolder: string
  startNode: (environment?: Record<string, string>) => TestProcess
  startServer: (environment?: Record<string, string>) => TestProcess
}

/**
 * A database and a media folder of the test's own, and the real processes on them. Leases are short
 * (4 s), so that a death is noticed within a test's time.
 */
export async function testFarm(): Promise<TestFarm> {
  const database = await testDatabase()
  const mediaFolder = await mkdtemp(join(tmpdir(), 'makara-media-'))
  const processes: TestProcess[] = []
  const environment = {
    DATABASE_URL: database.url,
    MEDIA_FOLDER: mediaFolder,
    LEASE_SECONDS: '4',
    DRAIN_SECONDS: '1',
  }
  const start = (entry: URL, more: Record<string, string>) => {
    const started = new TestProcess(entry, { ...environment, ...more })
    processes.push(started)
    return started
  }
  return {
    database,
    mediaFolder,
    startNode: (more = {}) => start(nodeEntry, more),
    startServer: (more = {}) => start(serverEntry, { PORT: '0', ...more }),
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((started) => started[Symbol.asyncDispose]()))
      await database[Symbol.asyncDispose]()
      await rm(mediaFolder, { recursive: true, force: true })
    },
  }
}
