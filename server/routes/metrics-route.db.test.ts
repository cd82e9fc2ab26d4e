import { expect, test } from 'vitest'
import { startTestRender } from '../../shared/testing/test-render.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'

async function linesOf(response: Response): Promise<string[]> {
  return (await response.text()).split('\n')
}

test('an operator gets the figures of the queue and the farm as Prometheus text', async () => {
  await using app = await openTestApp()
  const { sql } = app
  await sql`update accounts set is_operator = true`
  await startTestRender(sql)
  await sql`update jobs set run_at = clock_timestamp() - interval '1 hour'`
  await sql`
    insert into nodes (id, name, state, slots, release)
    values (gen_random_uuid(), 'n', 'ready', '{}', '')`
  await sql`
    insert into dead_letters (id, kind, lane, account_id, payload, attempts, crashes, error, created_at)
    values (-1, 'chunk', 'standard', ${app.accountId}, '{}', 3, 0, '{}', now())`
  await sql`update accounts set balance = balance + 1 where id = ${app.accountId}`

  const response = await app.send('/metrics')

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = await linesOf(response)
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE makara_queue_waiting gauge',
      'makara_queue_waiting{lane="bulk"} 0',
      'makara_queue_waiting{lane="standard"} 1',
      'makara_queue_oldest_seconds{lane="interactive"} 0',
      expect.stringMatching(/^makara_queue_oldest_seconds\{lane="standard"\} 3600(\.\d)?$/),
      'makara_jobs{lane="standard",state="queued"} 1',
      'makara_jobs{lane="standard",state="parked"} 0',
      'makara_nodes{state="ready"} 1',
      'makara_nodes{state="silent"} 0',
      'makara_dead_jobs 1',
      'makara_renders{state="processing"} 0',
      'makara_renders{state="queued"} 1',
      'makara_invariant_rows 1',
    ]),
  )
  for (const line of lines) {
    expect(line).toMatch(/^$|^# (HELP|TYPE) makara_\w+ .+|^makara_\w+(\{(\w+="\w+",?)+\})? [\d.]+$/)
  }
})

test('nobody else gets them', async () => {
  await using app = await openTestApp()
  const stranger = await app.send('/metrics', { apiKey: null })
  expect(await problemOf(stranger)).toMatchObject({ status: 401, code: 'unauthorized' })
  const user = await app.send('/metrics')
  expect(await problemOf(user)).toMatchObject({ status: 403, code: 'operator_only' })
  await app.sql`update accounts set is_operator = true`
  await app.sql`update api_keys set revoked_at = clock_timestamp()`
  const former = await app.send('/metrics')
  expect(await problemOf(former)).toMatchObject({ status: 401, code: 'unauthorized' })
  const post = await app.send('/metrics', { method: 'POST' })
  expect(post.status).toBe(401)
})
