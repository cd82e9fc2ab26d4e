import { expect, test } from 'vitest'
import type { Sql } from '../shared/postgres/connect.ts'
import { createApiKey } from '../shared/postgres/create-account.ts'
import { startRender } from '../shared/postgres/start-render.ts'
import { until } from '../shared/process/until.ts'
import { testFarm } from '../shared/testing/test-farm.ts'
import { TestProxy } from '../shared/testing/test-proxy.ts'
import { insertAccount, insertReadyDraft, testScript } from '../shared/testing/test-rows.ts'

// Real servers and nodes whose renderer stands in for the pixels only, so that many renders fit in.

const standIn = {
  NODE_ENV: 'test',
  MAKARA_RENDERER_ENTRY: 'render-node/chaos/stand-in/renderer-main.ts',
}

/** Starts renders of one account: one chunk for each of `scenes` of five seconds. */
async function startRenders(sql: Sql, renders: { count: number; scenes: number }) {
  const accountId = await insertAccount(sql)
  const script = testScript({ sceneCount: renders.scenes, durationSeconds: 5 })
  for (let count = 0; count < renders.count; count++) {
    const id = await insertReadyDraft(sql, { accountId, script })
    const started = await startRender(sql, { id, accountId })
    if (started.outcome !== 'started') throw new Error('Cannot start the render')
  }
  return { accountId }
}

function untilAllDone(sql: Sql): Promise<unknown> {
  return until(
    'every render is done',
    async () => {
      const [failed] = await sql`select fault from renders where state = 'failed'`
      if (failed) throw new Error(JSON.stringify(failed.fault))
      return (await sql`select from renders where state <> 'done'`).length === 0
    },
    { withinMs: 120_000 },
  )
}

/** No work was counted as failed or crashed, and every job was done once. */
async function expectNothingLost(sql: Sql): Promise<void> {
  expect(
    await sql`select max(attempts) as attempts, max(crashes) as crashes from job_history`,
  ).toEqual([{ attempts: 1, crashes: 0 }])
  expect(await sql`select * from dead_letters`).toEqual([])
  expect(await sql`select * from invariants`).toEqual([])
}

test('all nodes are restarted one after another while twenty renders wait: nothing is lost', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  await startRenders(sql, { count: 20, scenes: 2 })
  const start = () => farm.startNode({ ...standIn, DRAIN_SECONDS: '0' })
  const nodes = [start(), start(), start()]
  await until('the nodes are at work', async () => {
    const held = await sql`select distinct lease_owner from jobs where state = 'processing'`
    return held.length === 3
  })

  for (const node of nodes) {
    expect(await node.end('SIGTERM')).toBe(0)
    await start().logged('node.started')
  }

  await untilAllDone(sql)
  await expectNothingLost(sql)
  for (const node of nodes) {
    const given = node.lines.filter((line) => line.end === 'handed back')
    expect(given.length).toBeLessThanOrEqual(1)
  }
})

test('with the database out of reach nodes keep rendering, the API says so, and all resumes', async () => {
  await using farm = await testFarm()
  await using proxy = await TestProxy.open(farm.database.url)
  const { sql } = farm.database
  const { accountId } = await startRenders(sql, { count: 1, scenes: 12 })
  const key = await createApiKey(sql, accountId)
  const [render] = await sql<{ id: string }[]>`select id from renders`
  const through = { ...standIn, DATABASE_URL: proxy.url }
  const node = farm.startNode(through)
  const server = farm.startServer(through)
  const origin = String((await server.logged('server.started')).origin)
  const ask = () =>
    fetch(`${origin}/v1/renders/${render?.id}`, { headers: { Authorization: `Bearer ${key}` } })
  await until('a chunk is being rendered', async () => {
    return (await sql`select from jobs where kind = 'chunk' and state = 'processing'`).length > 0
  })

  proxy.newConnections = 'cut'
  proxy.cut()
  const lostAt = performance.now()
  const answer = await until('the API says that the database is away', async () => {
    const response = await ask()
    return response.status === 503 && response
  })
  expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/)
  await until('three leases are over', () => performance.now() - lostAt > 12_000)
  expect(node.hasEnded).toBe(false)
  expect(node.lines.filter((line) => line.end === 'superseded')).toEqual([])
  proxy.newConnections = 'forwarded'

  await untilAllDone(sql)
  await expectNothingLost(sql)
  await until('the API answers again', async () => (await ask()).ok)
})

test.each([-10, 10])(
  'a node whose clock is off by %i minutes makes no difference',
  async (minutes) => {
    await using farm = await testFarm()
    const { sql } = farm.database
    await startRenders(sql, { count: 2, scenes: 4 })
    const shift = `
    const RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...given) { given.length > 0 ? super(...given) : super(RealDate.now() + ${minutes * 60_000}) }
      static now() { return RealDate.now() + ${minutes * 60_000} }
    }`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(shift)}`
    const shifted = farm.startNode({ ...standIn, NODE_OPTIONS })
    farm.startNode(standIn)

    await untilAllDone(sql)

    const { at } = await shifted.logged('node.started')
    expect(Math.abs(Date.parse(String(at)) - Date.now())).toBeGreaterThan(500_000)
    await expectNothingLost(sql)
    const nodes = await sql`select distinct node_id from job_history`
    expect(nodes).toHaveLength(2)
  },
)
