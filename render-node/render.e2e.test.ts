import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../shared/postgres/connect.ts'
import type { JobKind } from '../shared/job-kinds.ts'
import { reclaimLapsedJobs } from '../shared/postgres/reclaim-lapsed-jobs.ts'
import { startRender } from '../shared/postgres/start-render.ts'
import { testDatabase } from '../shared/testing/test-database.ts'
import { lapseLeases, startTestRender } from '../shared/testing/test-render.ts'
import { fingerprint } from './output/media-files.ts'
import type { Job } from './queue/exchange-jobs.ts'
import { type PreparedRenderer, prepareRenderer } from './renderer/prepare-renderer.ts'
import { Renderer } from './renderer/renderer.ts'
import type { JobEnd } from './run-job.ts'
import { claimJob } from './testing/claim-job.ts'
import { runClaimedJob } from './testing/run-claimed-job.ts'

// The whole chain of a render's jobs, one by one, with the real renderer and real files.

const { signal } = new AbortController()
let mediaFolder = ''
let prepared: PreparedRenderer
let renderer: Renderer

beforeAll(async () => {
  mediaFolder = await mkdtemp(join(tmpdir(), 'makara-media-'))
  prepared = await prepareRenderer({ dataFolder: '.makara', browser: undefined, signal })
  const { browserExecutable } = prepared
  renderer = new Renderer({ dataFolder: '.makara', browserExecutable })
})
afterAll(async () => {
  await renderer[Symbol.asyncDispose]()
  await rm(mediaFolder, { recursive: true, force: true })
})

function claim(sql: Sql): Promise<Job> {
  return claimJob(sql, { leaseSeconds: 60 })
}

function run(sql: Sql, url: string, job: Job): Promise<JobEnd> {
  const environment = { MEDIA_FOLDER: mediaFolder }
  return runClaimedJob({ sql, url }, job, { environment, rendering: { renderer, prepared } })
}

/** Does the queued jobs in order until the next one would be of the given kind, or none is left. */
async function runUntil(sql: Sql, url: string, kind?: JobKind): Promise<Job | undefined> {
  for (;;) {
    const [next] = await sql<{ id: number }[]>`select id from jobs where state = 'queued' limit 1`
    if (!next) return undefined
    const job = await claim(sql)
    if (job.kind === kind) return job
    expect(await run(sql, url, job)).toBe('done')
  }
}

test('a render becomes a published video whose file, row and manifest agree', async () => {
  await using database = await testDatabase()
  const { sql, url } = database
  const { draftId, renderId } = await startTestRender(sql)

  await runUntil(sql, url)

  const [output] = await sql`
    select outputs.* from drafts join outputs on outputs.id = drafts.output_id where drafts.id = ${draftId}`
  const file = join(mediaFolder, output?.video_file)
  expect(await fingerprint(file)).toEqual({ sha256: output?.sha256, bytes: output?.bytes })
  const manifest = JSON.parse(await readFile(join(mediaFolder, output?.manifest_file), 'utf8'))
  expect(manifest).toMatchObject({ sha256: output?.sha256, frameCount: 60, renderId })
  const [picture, sound] = manifest.probe.streams
  expect(picture).toMatchObject({ nb_read_frames: '60', width: 1080, height: 1920 })
  expect(sound).toMatchObject({ codec_name: 'aac', sample_rate: '48000', duration: '2.000000' })
  expect(picture.duration).toBe('2.000000')
  expect(await sql`select state, stage, frames_done from renders`).toEqual([
    { state: 'done', stage: 'ended', frames_done: 60 },
  ])
  expect(await sql`select * from invariants`).toEqual([])
})

test('a corrupt candidate never replaces the published video', async () => {
  await using database = await testDatabase()
  const { sql, url } = database
  const { draftId, accountId } = await startTestRender(sql)
  await runUntil(sql, url)
  const [before] = await sql`select output_id from drafts`
  await startRender(sql, { id: draftId, accountId })
  const assembly = await runUntil(sql, url, 'assemble')
  if (!assembly) throw new Error('No assembly')

  // Damage a chunk on disk and its recorded hash with it, so that only decoding can tell. A decoder
  // conceals small damage without a word, hence a third of the file.
  const [chunk] = await sql`select * from render_parts where kind = 'chunk' and file is not null
    and render_id = ${assembly.renderId}`
  const file = join(mediaFolder, chunk?.file)
  const bytes = await readFile(file)
  for (let at = Math.floor(bytes.length / 3); at < (bytes.length * 2) / 3; at++) {
    bytes[at] = (bytes[at] ?? 0) ^ 0x5a
  }
  await writeFile(file, bytes)
  const { sha256 } = await fingerprint(file)
  await sql`update render_parts set sha256 = ${sha256}
    where render_id = ${assembly.renderId} and position = ${chunk?.position}`

  expect(await run(sql, url, assembly)).toBe('dead')

  const [render] = await sql`select state, fault from renders where id = ${assembly.renderId}`
  expect(render?.state).toBe('failed')
  expect(render?.fault.code).toMatch(/^output_/)
  expect(await sql`select output_id from drafts`).toEqual([before])
  const [output] = await sql`select video_file, sha256 from outputs`
  expect((await fingerprint(join(mediaFolder, output?.video_file))).sha256).toBe(output?.sha256)
  expect(await sql`select * from invariants`).toEqual([])
})

test('a lost chunk is rendered again, and nothing else is', async () => {
  await using database = await testDatabase()
  const { sql, url } = database
  await startTestRender(sql)
  const assembly = await runUntil(sql, url, 'assemble')
  if (!assembly) throw new Error('No assembly')
  const [chunk] = await sql`select file from render_parts where kind = 'chunk'`
  await rm(join(mediaFolder, chunk?.file))

  expect(await run(sql, url, assembly)).toBe('done')
  expect(await sql`select count(*) from outputs`).toEqual([{ count: 0 }])
  await runUntil(sql, url)

  expect(await sql`select state from renders`).toEqual([{ state: 'done' }])
  expect(await sql`select kind, count(*) from job_history group by kind order by kind`).toEqual([
    { kind: 'assemble', count: 2 },
    { kind: 'chunk', count: 2 },
    { kind: 'plan', count: 1 },
    { kind: 'sound', count: 1 },
  ])
  expect(await sql`select * from invariants`).toEqual([])
})

test('a lapsed lease cannot publish', async () => {
  await using database = await testDatabase()
  const { sql, url } = database
  await startTestRender(sql)
  const zombie = await runUntil(sql, url, 'assemble')
  if (!zombie) throw new Error('No assembly')
  await lapseLeases(sql)
  await reclaimLapsedJobs(sql, { leaseSeconds: 0 })

  expect(await run(sql, url, zombie)).toBe('superseded')

  expect(await sql`select count(*) from outputs`).toEqual([{ count: 0 }])
  await runUntil(sql, url)
  expect(await sql`select count(*) from outputs`).toEqual([{ count: 1 }])
  expect(await sql`select * from invariants`).toEqual([])
})
