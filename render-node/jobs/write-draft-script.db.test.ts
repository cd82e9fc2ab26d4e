import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { Sql } from '../../shared/postgres/connect.ts'
import { freePort } from '../../shared/process/free-port.ts'
import { insertAccount, insertNewDraft } from '../../shared/testing/test-rows.ts'
import { type TestDatabase, testDatabase } from '../../shared/testing/test-database.ts'
import { jobKinds } from '../../shared/job-kinds.ts'
import { stageDueJobs } from '../queue/stage-jobs.ts'
import type { JobEnd } from '../run-job.ts'
import { claimJob } from '../testing/claim-job.ts'
import { runClaimedJob } from '../testing/run-claimed-job.ts'
import { completion, FakeOpenai, json } from '../script-writer/fake-openai.ts'

const kettle = `<!doctype html><html lang="en"><head><title>Halden kettles</title>
<meta property="og:site_name" content="Halden"><meta name="theme-color" content="#b45309"></head><body><main><h1>Halden kettles</h1>
<p>Halden kettles boil a litre of water in 58 seconds.</p>
<p>They keep it warm for two hours.</p></main></body></html>`

/** Does the draft's script job once, as a node that may read pages of this machine. */
async function runScriptJob(
  database: TestDatabase,
  environment: Record<string, string> = {},
): Promise<JobEnd> {
  const { sql } = database
  await sql`update jobs set run_at = clock_timestamp()`
  await stageDueJobs(sql, { kinds: Object.keys(jobKinds) })
  return runClaimedJob(database, await claimJob(sql, { lane: 'interactive' }), { environment })
}

async function readDraft(sql: Sql, id: string) {
  const [draft] = await sql`select * from drafts where id = ${id}`
  return draft
}

async function serve(listener: RequestListener): Promise<AsyncDisposable & { host: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function page(body: string, type = 'text/html'): RequestListener {
  return (_, response) => response.writeHead(200, { 'content-type': type }).end(body)
}

test('a page on an allowed internal host becomes a script with its brand and sources', async () => {
  await using database = await testDatabase()
  await using site = await serve(page(kettle))
  const accountId = await insertAccount(database.sql)
  const id = await insertNewDraft(database.sql, { accountId, url: `http://${site.host}/` })

  expect(await runScriptJob(database, { MAKARA_ALLOWED_HOSTS: site.host })).toBe('done')

  const draft = await readDraft(database.sql, id)
  expect(draft).toMatchObject({ state: 'ready', language: 'en', script_by: 'offline', fault: null })
  expect(draft?.brand).toMatchObject({ name: 'Halden', color: '#b45309' })
  const sources: (string | null)[] = draft?.script.scenes.map(
    (scene: { source: string | null }) => scene.source,
  )
  const claims = sources.filter((source) => source !== null)
  expect(claims.length).toBeGreaterThan(1)
  expect(claims.filter((claim) => !kettle.includes(claim))).toEqual([])
  expect(await database.sql`select * from invariants`).toEqual([])
})

test('the same page on a host that is not allowed is refused, and the host never called', async () => {
  await using database = await testDatabase()
  let hits = 0
  await using site = await serve((request, response) => {
    hits++
    page(kettle)(request, response)
  })
  const accountId = await insertAccount(database.sql)
  const id = await insertNewDraft(database.sql, { accountId, url: `http://${site.host}/` })

  expect(await runScriptJob(database)).toBe('refused')

  expect((await readDraft(database.sql, id))?.fault.code).toMatch(
    /^url_(address|port)_not_allowed$/,
  )
  expect(hits).toBe(0)
})

test.each<[string, RequestListener, string]>([
  ['is not HTML', page('%PDF-1.7', 'application/pdf'), 'fetch_content_type_not_allowed'],
  ['has no text', page('<!doctype html><title></title><body></body>'), 'page_empty'],
  ['is too large', page('x'.repeat(2 * 1024 * 1024 + 1)), 'fetch_too_large'],
  ['is not there', (_, response) => response.writeHead(404).end(), 'fetch_bad_status'],
])('a page that %s fails the draft with its code, at once', async (_, listener, code) => {
  await using database = await testDatabase()
  await using site = await serve(listener)
  const accountId = await insertAccount(database.sql)
  const id = await insertNewDraft(database.sql, { accountId, url: `http://${site.host}/` })

  expect(await runScriptJob(database, { MAKARA_ALLOWED_HOSTS: site.host })).toBe('refused')

  // No operator can mend that: it is no dead job.
  expect(await database.sql`select * from dead_letters`).toEqual([])
  expect(await database.sql`select kind, outcome from job_history`).toEqual([
    { kind: 'script', outcome: 'refused' },
  ])
  expect(await database.sql`select * from invariants`).toEqual([])
  const draft = await readDraft(database.sql, id)
  expect(draft).toMatchObject({ state: 'failed', script: null })
  expect(draft?.fault).toMatchObject({ code, stage: 'script', retryable: false })
  expect(draft?.fault.sentence).toMatch(/^[A-Z].*\.$/)
})

test('a host that cannot be reached is tried three times', async () => {
  await using database = await testDatabase()
  const host = `127.0.0.1:${await freePort()}`
  const accountId = await insertAccount(database.sql)
  const id = await insertNewDraft(database.sql, { accountId, url: `http://${host}/` })
  const ends: JobEnd[] = []

  for (let tries = 0; tries < 3; tries++) {
    ends.push(await runScriptJob(database, { MAKARA_ALLOWED_HOSTS: host }))
  }

  expect(ends).toEqual(['retried', 'retried', 'dead'])
  expect((await readDraft(database.sql, id))?.fault).toMatchObject({
    code: 'fetch_failed',
    retryable: true,
  })
})

test('a page without a title still becomes a script', async () => {
  await using database = await testDatabase()
  const accountId = await insertAccount(database.sql)
  const html = '<p>Halden kettles boil a litre of water in 58 seconds.</p>'
  const id = await insertNewDraft(database.sql, { accountId, html })

  expect(await runScriptJob(database)).toBe('done')

  const draft = await readDraft(database.sql, id)
  expect(draft?.state).toBe('ready')
  expect(draft?.title).not.toBe('')
})

test('with a key the model writes, and its refusals and failures keep the key to themselves', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const scene = {
    kind: 'hook',
    caption: 'Tea in 58 seconds',
    narration: 'It boils a litre of water in 58 seconds.',
    picturePrompt: 'A kettle',
    source: 'Halden kettles boil a litre of water in 58 seconds.',
  }
  const script = JSON.stringify({ title: 'Halden kettles', scenes: [scene] })
  await using openai = await FakeOpenai.start(
    json(429, { error: { message: 'slow down' } }, { 'retry-after': '2' }),
    completion(script),
    json(401, { error: { message: 'bad key sk-canary' } }),
  )
  const environment = { OPENAI_API_KEY: 'sk-canary', OPENAI_BASE_URL: openai.baseUrl }
  const accountId = await insertAccount(sql)
  const id = await insertNewDraft(sql, { accountId, html: kettle })

  expect(await runScriptJob(database, environment)).toBe('retried')
  expect(await runScriptJob(database, environment)).toBe('done')
  const draft = await readDraft(sql, id)
  expect(draft).toMatchObject({ state: 'ready', script_by: 'model' })
  expect(draft?.script.scenes[0]).toMatchObject({ caption: 'Tea in 58 seconds' })

  const refused = await insertNewDraft(sql, { accountId, html: kettle })
  expect(await runScriptJob(database, environment)).toBe('dead')
  expect((await readDraft(sql, refused))?.fault.code).toBe('provider_rejected')
  const rows = await sql`
    select to_jsonb(drafts) as row from drafts
    union all select to_jsonb(dead_letters) from dead_letters
    union all select to_jsonb(jobs) from jobs`
  expect(JSON.stringify(rows)).not.toContain('sk-canary')
})
