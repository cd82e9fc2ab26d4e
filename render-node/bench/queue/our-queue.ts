import { fileURLToPath } from 'node:url'
import { connect } from '../../../shared/postgres/connect.ts'
import { insertJobs } from '../../../shared/postgres/insert-jobs.ts'
import { JobFeed } from '../../../shared/postgres/job-feed.ts'
import { migrate } from '../../../shared/postgres/migrate.ts'
import { benchRow } from './bench-row.ts'
import type { Contestant, Feed } from './contestant.ts'
import { OurWorker } from './our-worker.ts'

const sqlFolder = fileURLToPath(new URL('../../../sql', import.meta.url))
const fillBatch = 1000
// As many as the server has.
const feedConnectionsMax = 10

/** The product's queue with jobs that do nothing. */
export const ourQueue: Contestant = {
  migrate: migrateDatabase,
  openFeed,
  startWorker: async (url, options) => {
    const worker = new OurWorker(url, options)
    await worker.isReady
    return worker
  },
  unfinishedCount: 'select count(*)::integer as count from jobs',
}

async function migrateDatabase(url: string): Promise<void> {
  const sql = connect(url, { applicationName: 'makara bench', connectionsMax: 1 })
  await migrate(sql, sqlFolder)
  await sql.end()
}

async function openFeed(url: string): Promise<Feed> {
  const sql = connect(url, {
    applicationName: 'makara bench feed',
    connectionsMax: feedConnectionsMax,
  })
  const feed = new JobFeed(sql)
  return {
    add: (number) => feed.add([benchRow(number)]),
    fill: async (count) => {
      for (let first = 0; first < count; first += fillBatch) {
        const length = Math.min(fillBatch, count - first)
        const rows = Array.from({ length }, (_, i) => benchRow(first + i))
        await insertJobs(sql, rows, { notify: false })
      }
    },
    async [Symbol.asyncDispose]() {
      await feed[Symbol.asyncDispose]()
      await sql.end()
    },
  }
}
