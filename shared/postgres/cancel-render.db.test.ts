import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import {
  balanceOf,
  holdJobs,
  lapseLeases,
  ledgerOf,
  publishTestRender,
  startRenderOf,
  startTestRender,
  type TestRender,
} from '../testing/test-render.ts'
import { insertAccount } from '../testing/test-rows.ts'
import { cancelRender } from './cancel-render.ts'
import { connect, type Sql } from './connect.ts'
import { finishIfOwned, type HeldJob } from './end-jobs.ts'
import { endRender } from './end-render.ts'
import { reclaimLapsedJobs } from './reclaim-lapsed-jobs.ts'

const fault = { code: 'x', sentence: 'It broke.', stage: 'chunk', retryable: true }

async function heldJob(sql: Sql, renderId: string): Promise<HeldJob> {
  const [held] = await sql<HeldJob[]>`
    select id, lease_token as token from jobs
    where render_id = ${renderId} and state = 'processing'`
  if (!held) throw new Error('Nobody holds a job of the render')
  return held
}

/** What a node does whose heartbeat was told to stop. */
function stopAsHolder(sql: Sql, render: TestRender, held: HeldJob): Promise<boolean> {
  return sql.begin(async (tx) => {
    if (!(await finishIfOwned(tx, held, 'cancelled'))) return false
    return endRender(tx, render.renderId, { state: 'cancelled' })
  })
}

type Ready = { sql: Sql; render: TestRender }
const inStage = (stage: string) => async (ready: Ready) => {
  await ready.sql`
    update renders set state = 'processing', stage = ${stage} where id = ${ready.render.renderId}`
}
const heldIn = (stage: string) => async (ready: Ready) => {
  await holdJobs(ready.sql, ready.render.renderId)
  await inStage(stage)(ready)
}
const ended =
  (end: { state: 'cancelled' } | { state: 'failed'; fault: typeof fault }) =>
  ({ sql, render }: Ready) =>
    sql.begin((tx) => endRender(tx, render.renderId, end))

test.each([
  ['queued and waits', async () => undefined, 'cancelled', 'cancelled', 100],
  ['between two jobs of planning', inStage('planning'), 'cancelled', 'cancelled', 100],
  ['between two jobs of rendering', inStage('rendering'), 'cancelled', 'cancelled', 100],
  ['between two jobs of assembling', inStage('assembling'), 'cancelled', 'cancelled', 100],
  ['publishing', heldIn('publishing'), 'publishing', 'processing', 99],
  [
    'done',
    ({ sql, render }) => sql.begin((tx) => publishTestRender(tx, render)),
    'ended',
    'done',
    99,
  ],
  ['failed', ended({ state: 'failed', fault }), 'ended', 'failed', 100],
  ['cancelled', ended({ state: 'cancelled' }), 'ended', 'cancelled', 100],
] as [string, (ready: Ready) => Promise<unknown>, string, string, number][])(
  'a render that is %s is answered at once',
  async (_, prepare, answer, state, balance) => {
    await using database = await testDatabase()
    const { sql } = database
    const render = await startTestRender(sql)
    const { renderId: id, accountId } = render
    await prepare({ sql, render })

    expect(await cancelRender(sql, { id, accountId })).toBe(answer)

    expect(await sql`select state from renders`).toEqual([{ state }])
    expect(await balanceOf(sql, accountId)).toBe(balance)
    const isOver = state !== 'processing'
    expect(await ledgerOf(sql, id)).toHaveLength(isOver ? 2 : 1)
    expect(await sql`select id from jobs`).toHaveLength(isOver ? 0 : 1)
    expect(await sql`select * from invariants`).toEqual([])
  },
)

test.each([
  ['taken a moment ago', ({ sql, render }) => holdJobs(sql, render.renderId)],
  ['planning', heldIn('planning')],
  ['rendering', heldIn('rendering')],
  ['assembling', heldIn('assembling')],
] as [string, (ready: Ready) => Promise<unknown>][])(
  'a render whose node is %s ends, and its credits come back, when the node has stopped',
  async (_, prepare) => {
    await using database = await testDatabase()
    const { sql } = database
    const render = await startTestRender(sql)
    const { renderId: id, accountId } = render
    await prepare({ sql, render })

    expect(await cancelRender(sql, { id, accountId })).toBe('requested')
    expect(await balanceOf(sql, accountId)).toBe(99)
    expect(await stopAsHolder(sql, render, await heldJob(sql, id))).toBe(true)

    expect(await sql`select state from renders`).toEqual([{ state: 'cancelled' }])
    expect(await balanceOf(sql, accountId)).toBe(100)
    expect(await ledgerOf(sql, id)).toHaveLength(2)
    expect(await sql`select id from jobs`).toEqual([])
    expect(await sql`select * from invariants`).toEqual([])
  },
)

test('cancelling twice changes nothing more, whether or not the first has been heard', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId: id, accountId } = await startTestRender(sql)
  await holdJobs(sql, id)
  const flagOf = async () => (await sql`select cancel_requested_at from renders`)[0]

  expect(await cancelRender(sql, { id, accountId })).toBe('requested')
  const flag = await flagOf()
  expect(await cancelRender(sql, { id, accountId })).toBe('requested')
  expect(await flagOf()).toEqual(flag)
  await sql`update jobs set state = 'queued', lease_owner = null, lease_token = null, lease_expires_at = null`
  expect(await cancelRender(sql, { id, accountId })).toBe('cancelled')
  expect(await cancelRender(sql, { id, accountId })).toBe('ended')

  expect(await ledgerOf(sql, id)).toHaveLength(2)
  expect(await balanceOf(sql, accountId)).toBe(100)
})

test("somebody else's render, or none, is not found and not touched", async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId: id } = await startTestRender(sql)
  const before = await sql`select * from renders`

  const accountId = await insertAccount(sql, 'Bea')
  expect(await cancelRender(sql, { id, accountId })).toBe('not found')
  expect(await cancelRender(sql, { id: accountId, accountId })).toBe('not found')

  expect(await sql`select * from renders`).toEqual(before)
})

/** What a node does that has assembled the video: unless it is stopped before, it publishes. */
async function publishAsHolder(sql: Sql, render: TestRender, held: HeldJob): Promise<unknown> {
  const entered = await sql`
    update renders set stage = 'publishing', version = version + 1
    where id = ${render.renderId}
      and state in ('queued', 'processing')
      and cancel_requested_at is null
    returning id`
  if (entered.length === 0) return stopAsHolder(sql, render, held)
  return sql.begin(async (tx) => {
    if (!(await finishIfOwned(tx, held, 'done'))) return false
    if (await publishTestRender(tx, render)) return true
    throw new Error('Cannot publish: the render has ended already')
  })
}

async function crashForGood(sql: Sql, { renderId }: TestRender): Promise<unknown> {
  await sql`update jobs set crashes = 1 where render_id = ${renderId}`
  await lapseLeases(sql)
  return reclaimLapsedJobs(sql, { leaseSeconds: 0 })
}

const roundCount = 20

test.each([
  ['publishing', publishAsHolder],
  ['the reclaim of a crashed node', crashForGood],
  ['the holder stopping', stopAsHolder],
  [
    'another cancellation',
    (sql: Sql, { renderId: id, accountId }: TestRender) => cancelRender(sql, { id, accountId }),
  ],
] as [string, (sql: Sql, render: TestRender, held: HeldJob) => Promise<unknown>][])(
  'a cancellation against %s: one of them ends the render and its credits move once',
  async (_, rival) => {
    await using database = await testDatabase()
    const { sql } = database
    const wide = connect(database.url, { applicationName: 'cancel test', connectionsMax: 8 })
    const accountId = await insertAccount(sql)
    const ends = new Set<string>()
    for (let round = 0; round < roundCount; round++) {
      const render = await startRenderOf(sql, accountId)
      const { renderId: id } = render
      await holdJobs(sql, id)
      await inStage('assembling')({ sql, render })
      const held = await heldJob(sql, id)
      const cancel = () => cancelRender(wide, { id, accountId })
      const rivals = [() => rival(wide, render, held), cancel, cancel]

      await Promise.all((round % 2 ? rivals : rivals.toReversed()).map((start) => start()))
      // Whoever is left hears of the cancellation at its next heartbeat, or its death is noticed.
      await stopAsHolder(sql, render, held)
      await reclaimLapsedJobs(sql, { leaseSeconds: 0 })

      const [row] = await sql<{ state: string }[]>`select state from renders where id = ${id}`
      ends.add(row?.state ?? '')
      expect(await ledgerOf(sql, id)).toEqual([
        { kind: 'reserve', amount: -1, life: 1 },
        row?.state === 'done'
          ? { kind: 'capture', amount: 0, life: 1 }
          : { kind: 'refund', amount: 1, life: 1 },
      ])
      expect(await sql`select * from invariants`).toEqual([])
    }
    await wide.end()
    expect([...ends].filter((state) => !['done', 'failed', 'cancelled'].includes(state))).toEqual(
      [],
    )
    const [captured] = await sql`select count(*) from ledger where kind = 'capture'`
    expect(await balanceOf(sql, accountId)).toBe(100 - captured?.count)
  },
)
