import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Sql } from '../shared/postgres/connect.ts'
import { startRender } from '../shared/postgres/start-render.ts'
import { until } from '../shared/process/until.ts'
import { testFarm } from '../shared/testing/test-farm.ts'
import { insertAccount, insertReadyDraft, testScript } from '../shared/testing/test-rows.ts'

// Real node processes that die in the middle of their work.

async function startLongRender(sql: Sql): Promise<string> {
  const accountId = await insertAccount(sql)
  const script = testScript({ sceneCount: 3, durationSeconds: 3 })
  const id = await insertReadyDraft(sql, { accountId, script })
  const started = await startRender(sql, { id, accountId })
  if (started.outcome !== 'started') throw new Error('Cannot start the render')
  return started.renderId
}

async function framesDone(sql: Sql, renderId: string): Promise<number> {
  const [render] = await sql<{ done: number }[]>`
    select frames_done as done from renders where id = ${renderId}`
  return render?.done ?? 0
}

function untilDone(sql: Sql, renderId: string): Promise<unknown> {
  return until(
    'the render is done',
    async () => {
      const [render] = await sql`select state, fault from renders where id = ${renderId}`
      if (render?.state === 'failed') throw new Error(JSON.stringify(render.fault))
      return render?.state === 'done'
    },
    { withinMs: 150_000, everyMs: 200 },
  )
}

/** Processes that were started, however indirectly, by the given process. */
async function descendantsOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((number) => number > 0)
  const parents = new Map<number, number>()
  for (const candidate of pids) {
    const stat = await readFile(`/proc/${candidate}/stat`, 'utf8').catch(() => '')
    parents.set(candidate, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const found = [pid]
  for (const parent of found) {
    found.push(...pids.filter((candidate) => parents.get(candidate) === parent))
  }
  return found.slice(1)
}

async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) Z /.test(stat)
}

test('a node killed at half time is replaced: one publication, no process left behind', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  const renderId = await startLongRender(sql)
  const first = farm.startNode({ LEASE_SECONDS: '8' })
  await until('half of the frames', async () => (await framesDone(sql, renderId)) >= 135, {
    withinMs: 120_000,
  })
  const before = await framesDone(sql, renderId)
  const orphans = await descendantsOf(first.pid)
  expect(orphans.length).toBeGreaterThan(2)

  await first.end('SIGKILL')
  farm.startNode({ LEASE_SECONDS: '8' })

  await until('nothing of the first node is left', async () => {
    const alive = await Promise.all(orphans.map(isAlive))
    return !alive.includes(true)
  })
  await untilDone(sql, renderId)
  expect(await framesDone(sql, renderId)).toBeGreaterThanOrEqual(before)
  expect(await sql`select kind, count(*) from job_history group by kind order by kind`).toEqual([
    { kind: 'assemble', count: 1 },
    { kind: 'chunk', count: 3 },
    { kind: 'plan', count: 1 },
    { kind: 'sound', count: 1 },
  ])
  expect(await sql`select sum(crashes) from job_history`).toEqual([{ sum: 1 }])
  expect(await sql`select count(*) from outputs`).toEqual([{ count: 1 }])
  expect(await sql`select * from invariants`).toEqual([])
  await until('only the published files are left', async () => {
    const names = await readdir(join(farm.mediaFolder, renderId))
    return names.every((name) => /^(video|poster|manifest)\./.test(name))
  })
  const scratch = await readdir('.makara/scratch')
  expect(scratch.filter((name) => name.startsWith(`${first.pid}-`))).toEqual([])
})

test('a node that is told to end gives its chunk back without costing an attempt', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  const renderId = await startLongRender(sql)
  const node = farm.startNode()
  await until('a chunk is being rendered', async () => (await framesDone(sql, renderId)) > 5, {
    withinMs: 120_000,
  })

  expect(await node.end('SIGTERM')).toBe(0)

  const held = await sql`select id from jobs where state = 'processing'`
  expect(held).toHaveLength(0)
  const [chunk] = await sql`select attempts, crashes, hand_backs from jobs where hand_backs > 0`
  expect(chunk).toEqual({ attempts: 0, crashes: 0, hand_backs: 1 })
  expect(await sql`select state from nodes`).toEqual([{ state: 'stopped' }])
})

test('a cancelled render stops its node within a heartbeat and leaves the node working', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  const renderId = await startLongRender(sql)
  const node = farm.startNode()
  await until('a chunk is being rendered', async () => (await framesDone(sql, renderId)) > 5, {
    withinMs: 120_000,
  })

  await sql`update renders set cancel_requested_at = clock_timestamp() where id = ${renderId}`

  await until(
    'the render is cancelled',
    async () => {
      const [render] = await sql`select state from renders where id = ${renderId}`
      return render?.state === 'cancelled'
    },
    { withinMs: 15_000 },
  )
  await until('no job is left', async () => (await sql`select id from jobs`).length === 0)
  expect(node.hasEnded).toBe(false)
  expect(await sql`select * from invariants`).toEqual([])
})

test('a node that slept past its lease with free slots takes its job again and finishes it', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  const renderId = await startLongRender(sql)
  const node = farm.startNode({ STANDARD_SLOTS: '3', LEASE_SECONDS: '2' })
  farm.startServer({ LEASE_SECONDS: '2' })
  await until('a chunk is being rendered', async () => (await framesDone(sql, renderId)) > 5, {
    withinMs: 120_000,
  })

  node.signal('SIGSTOP')
  await until('its jobs are reclaimed', async () => {
    return (await sql`select id from jobs where crashes = 1`).length > 0
  })
  node.signal('SIGCONT')

  await untilDone(sql, renderId)
  expect(await sql`select count(*) from outputs`).toEqual([{ count: 1 }])
  expect(await sql`select * from dead_letters`).toEqual([])
})

test('a node whose bundle is gone takes no render until it has made it anew', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  const dataFolder = await mkdtemp(join(tmpdir(), 'makara-data-'))
  await symlink(resolve('.makara/browser'), join(dataFolder, 'browser'))
  const node = farm.startNode({ DATA_FOLDER: dataFolder })
  await node.logged('renderer.prepared')
  await rm(join(dataFolder, 'bundles'), { recursive: true })
  await node.logged('renderer.not-ready')

  const accountId = await insertAccount(sql)
  const id = await insertReadyDraft(sql, { accountId })
  const started = await startRender(sql, { id, accountId })
  if (started.outcome !== 'started') throw new Error('Cannot start the render')

  await untilDone(sql, started.renderId)
  expect(await sql`select max(attempts) from job_history`).toEqual([{ max: 1 }])
  await node.end('SIGTERM')
  await rm(dataFolder, { recursive: true, force: true })
})
